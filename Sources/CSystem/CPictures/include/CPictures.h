// PNG by libpng and JPEG by libjpeg, in colour. In C, because both tell of faults by leaving the function (setjmp).

#ifndef EXPLORER_CPICTURES_H
#define EXPLORER_CPICTURES_H

#include <stddef.h>

// Pixels, row by row: red, green, blue and alpha, which is 0 where the image is transparent. Give them back with pictures_free.
typedef struct {
    unsigned char *pixels;
    size_t width;
    size_t height;
} PicturesImage;

// 1 when it could be read. An image of more pixels is not; a large JPEG comes smaller, yet not below `side` on its shorter edge.
int pictures_png(const unsigned char *bytes, size_t count, size_t most_pixels, PicturesImage *image);
int pictures_jpeg(const unsigned char *bytes, size_t count, size_t most_pixels, size_t side, PicturesImage *image);
void pictures_free(PicturesImage *image);

#endif
