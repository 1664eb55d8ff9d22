// PNG and JPEG as pixels in colour, within limits.

#include "CPictures.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <png.h>

void pictures_free(PicturesImage *image) {
    free(image->pixels);
    memset(image, 0, sizeof *image);
}

int pictures_png(const unsigned char *bytes, size_t count, size_t most_pixels, PicturesImage *image) {
    png_image png;
    memset(&png, 0, sizeof png);
    png.version = PNG_IMAGE_VERSION;
    memset(image, 0, sizeof *image);
    if (!png_image_begin_read_from_memory(&png, bytes, count)) return 0;
    if (png.width == 0 || png.height == 0 || (size_t)png.width > most_pixels / png.height) {
        png_image_free(&png);
        return 0;
    }
    png.format = PNG_FORMAT_RGBA;
    image->width = png.width;
    image->height = png.height;
    image->pixels = malloc(4 * image->width * image->height);
    if (image->pixels == NULL || !png_image_finish_read(&png, NULL, image->pixels, 0, NULL)) {
        png_image_free(&png);
        pictures_free(image);
        return 0;
    }
    return 1;
}

// Scans of a progressive image: more are made to keep a reader busy.
enum { most_scans = 100 };

typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf leave;
} Faults;

static void leave(j_common_ptr jpeg) { longjmp(((Faults *)jpeg->err)->leave, 1); }
static void say_nothing(j_common_ptr jpeg) { (void)jpeg; }
static void say_nothing_of(j_common_ptr jpeg, int level) { (void)jpeg, (void)level; }

static void count_scans(j_common_ptr jpeg) {
    if (jpeg->is_decompressor && ((j_decompress_ptr)jpeg)->input_scan_number > most_scans) leave(jpeg);
}

int pictures_jpeg(const unsigned char *bytes, size_t count, size_t most_pixels, size_t side, PicturesImage *image) {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_progress_mgr progress;
    Faults faults;
    memset(image, 0, sizeof *image);
    memset(&progress, 0, sizeof progress);
    jpeg.err = jpeg_std_error(&faults.manager);
    faults.manager.error_exit = leave;
    faults.manager.output_message = say_nothing;
    faults.manager.emit_message = say_nothing_of;
    if (setjmp(faults.leave)) {
        jpeg_destroy_decompress(&jpeg);
        pictures_free(image);
        return 0;
    }
    jpeg_create_decompress(&jpeg);
    progress.progress_monitor = count_scans;
    jpeg.progress = &progress;
    jpeg_mem_src(&jpeg, bytes, count);
    jpeg_read_header(&jpeg, TRUE);
    if (jpeg.image_width == 0 || jpeg.image_height == 0 || (size_t)jpeg.image_width > most_pixels / jpeg.image_height)
        leave((j_common_ptr)&jpeg);
    jpeg.out_color_space = JCS_RGB;
    jpeg.scale_num = 1;
    jpeg.scale_denom = 1;
    size_t shorter = jpeg.image_width < jpeg.image_height ? jpeg.image_width : jpeg.image_height;
    while (jpeg.scale_denom < 8 && shorter / (jpeg.scale_denom * 2) >= side) jpeg.scale_denom *= 2;
    jpeg_start_decompress(&jpeg);
    image->width = jpeg.output_width;
    image->height = jpeg.output_height;
    image->pixels = calloc(image->width, 4 * image->height);
    if (image->pixels == NULL || jpeg.output_components != 3) leave((j_common_ptr)&jpeg);
    while (jpeg.output_scanline < jpeg.output_height) {
        // Three bytes a pixel, at the end of the row: read from the left, they become four.
        unsigned char *target = image->pixels + (size_t)jpeg.output_scanline * image->width * 4;
        JSAMPROW row = target + image->width;
        jpeg_read_scanlines(&jpeg, &row, 1);
        for (size_t x = 0; x < image->width; x++) {
            unsigned char red = row[3 * x], green = row[3 * x + 1], blue = row[3 * x + 2];
            target[4 * x] = red;
            target[4 * x + 1] = green;
            target[4 * x + 2] = blue;
            target[4 * x + 3] = 255;
        }
    }
    // What is behind the last row does not matter; the end of a cut file may be missing.
    jpeg_destroy_decompress(&jpeg);
    return 1;
}
