// What is used of libxml2's reader (2.6 and later; its interface does not change). Written out, because its own headers stand in a folder that the
// compiler must be told of, and no module map can.

#ifndef EXPLORER_CXML_SHIM_H
#define EXPLORER_CXML_SHIM_H

typedef struct _xmlTextReader xmlTextReader;

// The members before the ones that nobody reads here.
typedef struct {
    int domain;
    int code;
    char *message;
    int level;
    char *file;
    int line;
} xmlErrorHead;

// xmlParserOption
enum { CXML_NOERROR = 1 << 5, CXML_NOWARNING = 1 << 6, CXML_NONET = 1 << 11 };
// xmlReaderTypes
enum { CXML_ELEMENT = 1, CXML_TEXT = 3, CXML_CDATA = 4, CXML_ENTITY_REFERENCE = 5, CXML_SIGNIFICANT_SPACE = 14, CXML_END_ELEMENT = 15 };

xmlTextReader *xmlReaderForMemory(const char *buffer, int size, const char *url, const char *encoding, int options);
void xmlTextReaderSetStructuredErrorHandler(xmlTextReader *reader, void (*handler)(void *, const xmlErrorHead *), void *argument);
void xmlFreeTextReader(xmlTextReader *reader);
int xmlTextReaderRead(xmlTextReader *reader);
int xmlTextReaderNodeType(xmlTextReader *reader);
int xmlTextReaderIsEmptyElement(xmlTextReader *reader);
int xmlTextReaderMoveToNextAttribute(xmlTextReader *reader);
const unsigned char *xmlTextReaderConstName(xmlTextReader *reader);
const unsigned char *xmlTextReaderConstValue(xmlTextReader *reader);
long xmlTextReaderByteConsumed(xmlTextReader *reader);
int xmlTextReaderGetParserLineNumber(xmlTextReader *reader);
const xmlErrorHead *xmlGetLastError(void);
void xmlResetLastError(void);

#endif
