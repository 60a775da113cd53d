// The named styles of a Word document: a reader who changes one changes every heading, list, table or caption.
import type { IStylesOptions } from 'docx'
import { outputLanguageTags, type OutputLanguage } from '#shared/tools.ts'

/** Fonts of the reader's system for East Asian letters; nothing is embedded. */
const eastAsianFonts: Partial<Record<OutputLanguage, string>> = {
  Japanese: 'Yu Gothic',
  Chinese: 'Microsoft YaHei',
}
/** Korean is what East Asian letters in a text of another language most often are. */
const eastAsianTag = (language: OutputLanguage): string =>
  ({ Japanese: 'ja-JP', Chinese: 'zh-CN' })[language as string] ?? 'ko-KR'

const ink = '1C1B19'
export const headerFill = 'EEF1F4'
export const tableStyle = 'TableGrid'
export const quoteStyle = 'Quote'
export const contentsHeadingStyle = 'TOCHeading'
export const captionStyle = 'Caption'
export const listStyle = 'ListParagraph'

const heading = (size: number, before: number) => ({
  run: { size, bold: true, color: ink },
  paragraph: { spacing: { before, after: 120 }, keepNext: true, keepLines: true },
})

const side = (name: string) => `<w:${name} w:val="single" w:sz="4" w:space="0" w:color="8A94A0"/>`
/** The library writes no styles of tables, but takes them as a part of a document. */
export const docxTableStyles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="table" w:styleId="${tableStyle}"><w:name w:val="Table Grid"/><w:uiPriority w:val="39"/><w:pPr><w:spacing w:after="0" w:line="280" w:lineRule="auto"/></w:pPr><w:tblPr><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(side).join('')}</w:tblBorders><w:tblCellMar><w:top w:w="60" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="60" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style></w:styles>`

/** Heading 1 to 3, list, quote, caption, hyperlink and table; sizes are in half points, lengths in twentieths. */
export function docxStyles(language: OutputLanguage): IStylesOptions {
  const latin = 'Malgun Gothic'
  const font = { ascii: latin, hAnsi: latin, cs: 'Arial', eastAsia: eastAsianFonts[language] ?? latin }
  return {
    default: {
      document: {
        run: {
          font,
          size: 22,
          language: { value: outputLanguageTags[language], eastAsia: eastAsianTag(language) },
        },
        paragraph: { spacing: { after: 160, line: 320 } },
      },
      title: { run: { size: 44, bold: true, color: ink }, paragraph: { spacing: { after: 320 } } },
      heading1: heading(32, 360),
      heading2: heading(26, 280),
      heading3: heading(23, 200),
      listParagraph: { paragraph: { spacing: { after: 80 } } },
      caption: {
        run: { size: 18, color: '57534A' },
        paragraph: { alignment: 'center', spacing: { after: 240 } },
      },
      hyperlink: { run: { color: '0B5CAD', underline: { type: 'single' } } },
    },
    paragraphStyles: [
      {
        id: contentsHeadingStyle,
        name: 'TOC Heading',
        basedOn: 'Normal',
        next: 'Normal',
        ...heading(32, 0),
      },
      {
        id: quoteStyle,
        name: 'Quote',
        basedOn: 'Normal',
        next: 'Normal',
        quickFormat: true,
        run: { color: '57534A' },
        paragraph: {
          indent: { start: 480 },
          border: { left: { style: 'single', size: 12, space: 12, color: '8A94A0' } },
        },
      },
    ],
  }
}
