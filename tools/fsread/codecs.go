package fsread

import (
	"strconv"
	"sync"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// codecs holds every encoding under its squeezed names. The names are IANA's
// and the usual ones of Python's codecs. Names of codecs that give no text
// (base64, zlib, rot13, hex …) are in no list and so unknown, as is UTF-7, in
// which text hides from whoever looks at the bytes.
//
// Where a name is commonly written for a superset, it is read as the superset:
// gb2312 as GBK, euc-kr as code page 949, shift_jis as code page 932.
var codecs = sync.OnceValue(table)

func table() map[string]*Codec {
	t := map[string]*Codec{}
	add := func(c Codec, names ...string) {
		for _, n := range append(names, c.name) {
			t[squeeze(n)] = &c
		}
	}
	add(Codec{name: "utf-8", decode: decodeUTF8}, "u8", "utf", "cp65001", "csutf8")
	add(Codec{name: "utf-8-sig", decode: decodeUTF8Sig})
	add(Codec{name: "utf-16", decode: decodeUTF16}, "u16", "iso-10646-ucs-2")
	add(Codec{name: "utf-16-le", decode: decodeUTF16LE}, "unicodelittleunmarked")
	add(Codec{name: "utf-16-be", decode: decodeUTF16BE}, "unicodebigunmarked")
	add(Codec{name: "utf-32", decode: decodeUTF32}, "u32", "iso-10646-ucs-4")
	add(Codec{name: "utf-32-le", decode: decodeUTF32LE})
	add(Codec{name: "utf-32-be", decode: decodeUTF32BE})

	add(Codec{name: "ascii", decode: decodeSingle, table: ascii()},
		"us-ascii", "646", "ansi_x3.4-1968", "ansi_x3.4-1986", "ansi_x3_4_1968", "iso646-us", "iso_646.irv:1991", "cp367", "ibm367", "iso-ir-6", "us", "csascii")
	for n, m := range isoParts {
		name := "iso8859-" + strconv.Itoa(n)
		names := append([]string{"iso-" + name[3:], "8859-" + strconv.Itoa(n), "csiso" + name[3:]}, isoNames[n]...)
		if n == 1 {
			name, names = "latin-1", append(names, name)
		}
		add(Codec{name: name, decode: decodeSingle, table: single(m, controls)}, names...)
	}
	for n, m := range codePages {
		name := "cp" + strconv.Itoa(n)
		names := []string{"ibm" + name[2:], name[2:], "csibm" + name[2:]}
		if n >= 1250 || n == 874 {
			names = []string{"windows-" + name[2:], name[2:], "cswindows" + name[2:]}
		}
		if n < 100 {
			names = append(names, "cp0"+name[2:], "ibm0"+name[2:], "0"+name[2:])
		}
		add(Codec{name: name, decode: decodeSingle, table: single(m, pageChanges[n])}, names...)
	}
	add(Codec{name: "koi8-r", decode: decodeSingle, table: single(charmap.KOI8R, nil)}, "cskoi8r")
	add(Codec{name: "koi8-u", decode: decodeSingle, table: single(charmap.KOI8U, koi8u)})
	add(Codec{name: "mac-roman", decode: decodeSingle, table: single(charmap.Macintosh, nil)}, "macintosh", "macroman", "mac", "csmacintosh")
	add(Codec{name: "mac-cyrillic", decode: decodeSingle, table: single(charmap.MacintoshCyrillic, nil)}, "maccyrillic", "x-mac-cyrillic")

	for _, m := range []struct {
		enc   encoding.Encoding
		name  string
		names []string
	}{
		{traditionalchinese.Big5, "big5", []string{"big5-tw", "csbig5", "cp950", "950", "ms950", "big5-hkscs", "big5hkscs", "hkscs"}},
		{japanese.EUCJP, "euc-jp", []string{"eucjp", "ujis", "u-jis"}},
		{japanese.ShiftJIS, "shift_jis", []string{"csshiftjis", "sjis", "s-jis", "shiftjis", "cp932", "932", "ms932", "mskanji", "ms-kanji", "windows-31j"}},
		{japanese.ISO2022JP, "iso2022-jp", []string{"csiso2022jp", "iso-2022-jp"}},
		{korean.EUCKR, "euc-kr", []string{"euckr", "korean", "ksc5601", "ks_c-5601", "ks_c-5601-1987", "ksx1001", "ks_x-1001", "cp949", "949", "ms949", "uhc"}},
		{simplifiedchinese.GBK, "gbk", []string{"cp936", "936", "ms936", "gb2312", "chinese", "csiso58gb231280", "euccn", "euc-cn", "eucgb2312-cn", "gb2312-1980", "gb2312-80", "iso-ir-58"}},
		{simplifiedchinese.GB18030, "gb18030", []string{"gb18030-2000"}},
		{simplifiedchinese.HZGB2312, "hz", []string{"hzgb", "hz-gb", "hz-gb-2312"}},
	} {
		add(Codec{name: m.name, decode: decodeMulti, multi: m.enc}, m.names...)
	}
	return t
}

func ascii() *[256]rune {
	t := single(charmap.ISO8859_1, nil)
	for i := 0x80; i < len(t); i++ {
		t[i] = 0xFFFD
	}
	return t
}

var isoParts = map[int]*charmap.Charmap{
	1: charmap.ISO8859_1, 2: charmap.ISO8859_2, 3: charmap.ISO8859_3, 4: charmap.ISO8859_4,
	5: charmap.ISO8859_5, 6: charmap.ISO8859_6, 7: charmap.ISO8859_7, 8: charmap.ISO8859_8,
	9: charmap.ISO8859_9, 10: charmap.ISO8859_10, 13: charmap.ISO8859_13, 14: charmap.ISO8859_14,
	15: charmap.ISO8859_15, 16: charmap.ISO8859_16,
}

var isoNames = map[int][]string{
	1:  {"8859", "latin1", "latin", "l1", "cp819", "819", "ibm819", "iso-ir-100", "csisolatin1"},
	2:  {"latin2", "l2", "iso-ir-101", "csisolatin2"},
	3:  {"latin3", "l3", "iso-ir-109", "csisolatin3"},
	4:  {"latin4", "l4", "iso-ir-110", "csisolatin4"},
	5:  {"cyrillic", "iso-ir-144", "csisolatincyrillic"},
	6:  {"arabic", "asmo-708", "ecma-114", "iso-ir-127", "csisolatinarabic"},
	7:  {"greek", "greek8", "ecma-118", "elot-928", "iso-ir-126", "csisolatingreek"},
	8:  {"hebrew", "iso-ir-138", "iso8859-8-i", "iso-8859-8-i", "csisolatinhebrew"},
	9:  {"latin5", "l5", "iso-ir-148", "csisolatin5"},
	10: {"latin6", "l6", "iso-ir-157", "csisolatin6"},
	13: {"latin7", "l7"},
	14: {"latin8", "l8", "iso-celtic", "iso-ir-199"},
	15: {"latin9", "l9"},
	16: {"latin10", "l10", "iso-ir-226"},
}

var codePages = map[int]*charmap.Charmap{
	37: charmap.CodePage037, 437: charmap.CodePage437, 850: charmap.CodePage850, 852: charmap.CodePage852,
	855: charmap.CodePage855, 858: charmap.CodePage858, 860: charmap.CodePage860, 862: charmap.CodePage862,
	863: charmap.CodePage863, 865: charmap.CodePage865, 866: charmap.CodePage866, 1047: charmap.CodePage1047,
	1140: charmap.CodePage1140, 874: charmap.Windows874, 1250: charmap.Windows1250, 1251: charmap.Windows1251,
	1252: charmap.Windows1252, 1253: charmap.Windows1253, 1254: charmap.Windows1254, 1255: charmap.Windows1255,
	1256: charmap.Windows1256, 1257: charmap.Windows1257, 1258: charmap.Windows1258,
}

// pageChanges: what the code page leaves free and the library fills.
var pageChanges = map[int]map[byte]rune{1255: {0xCA: 0xFFFD}}

// koi8u: RFC 2319 draws lines where the library has Belarusian letters.
var koi8u = map[byte]rune{0xAE: 0x255D, 0xBE: 0x256C}

// controls: the parts of ISO 8859 leave 80 to 9F to the control characters.
var controls = func() map[byte]rune {
	m := map[byte]rune{}
	for b := 0x80; b < 0xA0; b++ {
		m[byte(b)] = rune(b)
	}
	return m
}()
