// Contents/header.xml of an HWPX file (KS X 6101): fonts, borders and all styles that paragraphs and runs refer to by
// number. Where the standard and files saved by Hancom's word processor differ, these follow the files.

/** The style of characters. `height` is in hundredths of a point. */
export type CharLook = {
  height: number
  isBold?: boolean
  isItalic?: boolean
  isStruck?: boolean
  isUnderlined?: boolean
  isHighlighted?: boolean
  isCode?: boolean
  isLink?: boolean
}

/** The style of a paragraph. Lengths are in HWPUNIT, 100 to a point; an `intent` below zero is a hanging indent. */
export type ParagraphLook = {
  align?: 'JUSTIFY' | 'LEFT' | 'CENTER' | 'RIGHT'
  left?: number
  intent?: number
  before?: number
  after?: number
  isKeptWithNext?: boolean
  border?: BorderName
}

/** Numbers of border fills start at 1. Hancom expects the first two to be there. */
const borders = { none: 1, page: 2, cell: 3, headerCell: 4, rule: 5, quote: 6 } as const
export type BorderName = keyof typeof borders
export const borderId = (name: BorderName): number => borders[name]

/** Named styles preserve the headings, without the numbers that Hancom adds to outline paragraphs. */
const styleNames = ['바탕글', '본문', '개요 1', '개요 2', '개요 3'] as const
export type StyleName = (typeof styleNames)[number]
export const styleId = (name: StyleName): number => styleNames.indexOf(name)

const bodyLook: CharLook = { height: 1_100 }
const languages = ['hangul', 'latin', 'hanja', 'japanese', 'other', 'symbol', 'user'] as const
/** Fonts of the reader's system; nothing is embedded. */
const faces = ['맑은 고딕', 'Consolas'] as const

/** Collects the looks that a text uses and numbers them from 0 in the order of their first use. */
export function createLooks() {
  const chars = new Map<string, CharLook>()
  const paragraphs = new Map<string, ParagraphLook>()
  const idIn = <Look>(known: Map<string, Look>, look: Look): number => {
    const key = JSON.stringify(look)
    if (!known.has(key)) known.set(key, look)
    return [...known.keys()].indexOf(key)
  }
  const looks = {
    charId: (look: CharLook): number => idIn(chars, look),
    paragraphId: (look: ParagraphLook): number => idIn(paragraphs, look),
    /** @returns header.xml. Call it after the text is written, because the styles are collected during that. */
    header: (): string => headerXml([...chars.values()], [...paragraphs.values()]),
  }
  looks.charId(bodyLook)
  looks.paragraphId({})
  return looks
}
export type Looks = ReturnType<typeof createLooks>

/** The same value for each of the seven script groups. */
const each = (value: number): string => languages.map((language) => `${language}="${value}"`).join(' ')

const list = (tag: string, entries: string[]): string =>
  `<hh:${tag} itemCnt="${entries.length}">${entries.join('')}</hh:${tag}>`

const fontfaces = (): string =>
  list(
    'fontfaces',
    languages.map((language) => {
      const fonts = faces.map(
        (face, id) => `<hh:font id="${id}" face="${face}" type="TTF" isEmbedded="0"></hh:font>`,
      )
      return `<hh:fontface lang="${language.toUpperCase()}" fontCnt="${fonts.length}">${fonts.join('')}</hh:fontface>`
    }),
  )

/** As on screen, where it is a mark on paper. */
const highlightColor = '#FFF3A3'

type Sides = { left?: string; right?: string; top?: string; bottom?: string; fill?: string }
const thin = '0.12 mm'
const sidesOf: Record<BorderName, Sides> = {
  none: {},
  page: { fill: 'none' },
  cell: { left: thin, right: thin, top: thin, bottom: thin },
  headerCell: { left: thin, right: thin, top: thin, bottom: thin, fill: '#EEF1F4' },
  rule: { bottom: '0.4 mm' },
  quote: { left: '0.7 mm' },
}
const lineColor = '#8A94A0'

function borderFill(name: BorderName): string {
  const sides = sidesOf[name]
  const side = (at: 'left' | 'right' | 'top' | 'bottom') =>
    sides[at]
      ? `<hh:${at}Border type="SOLID" width="${sides[at]}" color="${lineColor}"/>`
      : `<hh:${at}Border type="NONE" width="0.1 mm" color="#000000"/>`
  const fill = sides.fill
    ? `<hc:fillBrush><hc:winBrush faceColor="${sides.fill}" hatchColor="#999999" alpha="0"/></hc:fillBrush>`
    : ''
  return (
    `<hh:borderFill id="${borders[name]}" threeD="0" shadow="0" centerLine="NONE" breakCellSeparateLine="0">` +
    '<hh:slash type="NONE" Crooked="0" isCounter="0"/><hh:backSlash type="NONE" Crooked="0" isCounter="0"/>' +
    `${side('left')}${side('right')}${side('top')}${side('bottom')}` +
    `<hh:diagonal type="SOLID" width="0.1 mm" color="#000000"/>${fill}</hh:borderFill>`
  )
}

function charPr(look: CharLook, id: number): string {
  const color = look.isLink ? '#0B5CAD' : '#000000'
  return (
    `<hh:charPr id="${id}" height="${look.height}" textColor="${color}" shadeColor="${look.isHighlighted ? highlightColor : 'none'}" useFontSpace="0" useKerning="0" symMark="NONE" borderFillIDRef="2">` +
    `<hh:fontRef ${each(look.isCode ? 1 : 0)}/><hh:ratio ${each(100)}/><hh:spacing ${each(0)}/><hh:relSz ${each(100)}/><hh:offset ${each(0)}/>` +
    // Elements, because the attributes alone show nothing in Hancom's word processor for macOS.
    (look.isItalic ? '<hh:italic/>' : '') +
    (look.isBold ? '<hh:bold/>' : '') +
    `<hh:underline type="${look.isLink || look.isUnderlined ? 'BOTTOM' : 'NONE'}" shape="SOLID" color="${color}"/>` +
    `<hh:strikeout shape="${look.isStruck ? 'SOLID' : 'NONE'}" color="#000000"/>` +
    '<hh:outline type="NONE"/><hh:shadow type="NONE" color="#B2B2B2" offsetX="10" offsetY="10"/></hh:charPr>'
  )
}

function paraPr(look: ParagraphLook, id: number): string {
  const { align = 'JUSTIFY', left = 0, intent = 0, before = 0, after = 0, border = 'none' } = look
  const length = (name: string, value: number) => `<hc:${name} value="${value}" unit="HWPUNIT"/>`
  return (
    `<hh:paraPr id="${id}" tabPrIDRef="0" condense="0" fontLineHeight="0" snapToGrid="0" suppressLineNumbers="0" checked="0">` +
    `<hh:align horizontal="${align}" vertical="BASELINE"/><hh:heading type="NONE" idRef="0" level="0"/>` +
    // The value's name is misleading: with BREAK_WORD Hancom's word processor breaks lines between words.
    `<hh:breakSetting breakLatinWord="KEEP_WORD" breakNonLatinWord="BREAK_WORD" widowOrphan="1" keepWithNext="${look.isKeptWithNext ? 1 : 0}" keepLines="0" pageBreakBefore="0" lineWrap="BREAK"/>` +
    '<hh:autoSpacing eAsianEng="0" eAsianNum="0"/>' +
    `<hh:margin>${length('intent', intent)}${length('left', left)}${length('right', 0)}${length('prev', before)}${length('next', after)}</hh:margin>` +
    '<hh:lineSpacing type="PERCENT" value="165" unit="HWPUNIT"/>' +
    `<hh:border borderFillIDRef="${borders[border]}" offsetLeft="${border === 'quote' ? 600 : 0}" offsetRight="0" offsetTop="0" offsetBottom="0" connect="1" ignoreMargin="0"/></hh:paraPr>`
  )
}

const numbering = (): string => {
  const levels = [1, 2, 3, 4, 5, 6, 7].map(
    (level) =>
      `<hh:paraHead start="1" level="${level}" align="LEFT" useInstWidth="1" autoIndent="1" widthAdjust="0" textOffsetType="PERCENT" textOffset="50" numFormat="DIGIT" charPrIDRef="4294967295" checkable="0">^${level}.</hh:paraHead>`,
  )
  return `<hh:numbering id="1" start="0">${levels.join('')}</hh:numbering>`
}

const style = (name: StyleName, id: number): string =>
  `<hh:style id="${id}" type="PARA" name="${name}" engName="${['Normal', 'Body', 'Outline 1', 'Outline 2', 'Outline 3'][id]}" paraPrIDRef="0" charPrIDRef="0" nextStyleIDRef="${id}" langID="1042" lockForm="0"/>`

const headerXml = (chars: CharLook[], paragraphs: ParagraphLook[]): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?><hh:head xmlns:hh="http://www.hancom.co.kr/hwpml/2011/head" xmlns:hc="http://www.hancom.co.kr/hwpml/2011/core" xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph" version="1.5" secCnt="1">` +
  '<hh:beginNum page="1" footnote="1" endnote="1" pic="1" tbl="1" equation="1"/><hh:refList>' +
  fontfaces() +
  list('borderFills', (Object.keys(borders) as BorderName[]).map(borderFill)) +
  list('charProperties', chars.map(charPr)) +
  list('tabProperties', ['<hh:tabPr id="0" autoTabLeft="0" autoTabRight="0"/>']) +
  list('numberings', [numbering()]) +
  list('paraProperties', paragraphs.map(paraPr)) +
  list('styles', styleNames.map(style)) +
  '</hh:refList><hh:compatibleDocument targetProgram="HWP201X"><hh:layoutCompatibility/></hh:compatibleDocument>' +
  '<hh:docOption><hh:linkinfo path="" pageInherit="0" footnoteInherit="0"/></hh:docOption><hh:trackchageConfig flags="56"/></hh:head>'
