// HWPX, the open format of Hangul (KS X 6101), as Hancom's word processor saves it: a ZIP of XML parts.
import { strToU8, zipSync, type Zippable } from 'fflate'
import { parseMarkdown } from '#app/ui/editor/markdown-tree.ts'
import { withoutMarks } from '#shared/text-marks.ts'
import { isRightToLeft, outputLanguageTags } from '#shared/tools.ts'
import { linkVideos, loadPictures, type LoadPicture } from './export-pictures.ts'
import type { ExportedText } from './export-text.ts'
import { escapeXml, writeSection, type PackagePicture } from './hwpx-body.ts'
import { createLooks } from './hwpx-styles.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>'
const mediaTypes = { png: 'image/png', jpg: 'image/jpeg' } as const
/** Characters of the preview, which file managers show. */
const previewMax = 700

/**
 * A Hangul document with headings, lists, tables, images and links; Arabic is aligned to the right.
 * @returns a ZIP whose first entry is the type, stored without compression
 */
export async function makeHwpx(text: ExportedText, load?: LoadPicture): Promise<Blob> {
  const nodes = linkVideos(parseMarkdown(text.content), text.origin)
  const loaded = await loadPictures(nodes, text.origin, load)
  const pictures = new Map(
    [...loaded].map(([src, picture], index): [string, PackagePicture] => [
      src,
      { ...picture, id: `image${index + 1}` },
    ]),
  )
  const looks = createLooks()
  const tags = text.tags.map((tag) => `#${tag}`).join(' ')
  const section = writeSection(
    { title: text.title, nodes, tags },
    { looks, pictures, isRightToLeft: isRightToLeft(text.language) },
  )
  const preview = [text.title, withoutMarks(text.content)].join('\r\n').slice(0, previewMax)
  const zip = zipSync({
    mimetype: [strToU8('application/hwp+zip'), { level: 0 }],
    'version.xml': xml(version),
    'Contents/header.xml': xml(looks.header()),
    'Contents/section0.xml': xml(section),
    ...pictureFiles(pictures),
    'Preview/PrvText.txt': strToU8(preview.toWellFormed()),
    'settings.xml': xml(settings),
    'Contents/content.hpf': xml(contentHpf(text, [...pictures.values()])),
    'META-INF/container.xml': xml(container),
    'META-INF/manifest.xml': xml(manifest),
  })
  return new Blob([zip as Uint8Array<ArrayBuffer>], { type: 'application/hwp+zip' })
}

const xml = (content: string): Uint8Array =>
  strToU8(content.startsWith('<?xml') ? content : declaration + content)

const pictureFiles = (pictures: Map<string, PackagePicture>): Zippable =>
  Object.fromEntries(
    [...pictures.values()].map(({ id, kind, data }) => [`BinData/${id}.${kind}`, [data, { level: 0 }]]),
  )

/** `tagetApplication` is spelled as Hancom's files spell it. */
const version =
  '<hv:HCFVersion xmlns:hv="http://www.hancom.co.kr/hwpml/2011/version" tagetApplication="WORDPROCESSOR" major="5" minor="1" micro="1" buildNumber="0" os="1" xmlVersion="1.5" application="Munjang" appVersion="1"/>'
const settings =
  '<ha:HWPApplicationSetting xmlns:ha="http://www.hancom.co.kr/hwpml/2011/app" xmlns:config="urn:oasis:names:tc:opendocument:xmlns:config:1.0"><ha:CaretPosition listIDRef="0" paraIDRef="0" pos="0"/></ha:HWPApplicationSetting>'
const container =
  '<ocf:container xmlns:ocf="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:hpf="http://www.hancom.co.kr/schema/2011/hpf"><ocf:rootfiles><ocf:rootfile full-path="Contents/content.hpf" media-type="application/hwpml-package+xml"/><ocf:rootfile full-path="Preview/PrvText.txt" media-type="text/plain"/></ocf:rootfiles></ocf:container>'
const manifest = '<odf:manifest xmlns:odf="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'

/** The list of parts. The namespace ends in a slash, or the word processor refuses the file. */
function contentHpf({ title, language }: ExportedText, pictures: PackagePicture[]): string {
  const now = new Date().toISOString()
  const meta = (name: string, content: string) =>
    `<opf:meta name="${name}" content="text">${content}</opf:meta>`
  const images = pictures.map(
    ({ id, kind }) =>
      `<opf:item id="${id}" href="BinData/${id}.${kind}" media-type="${mediaTypes[kind]}" isEmbeded="1"/>`,
  )
  return (
    '<opf:package xmlns:opf="http://www.idpf.org/2007/opf/" version="" unique-identifier="" id="">' +
    `<opf:metadata><opf:title>${escapeXml(title)}</opf:title><opf:language>${outputLanguageTags[language]}</opf:language>${meta('creator', 'Munjang')}${meta('CreatedDate', now)}${meta('ModifiedDate', now)}</opf:metadata>` +
    `<opf:manifest><opf:item id="header" href="Contents/header.xml" media-type="application/xml"/>${images.join('')}<opf:item id="section0" href="Contents/section0.xml" media-type="application/xml"/><opf:item id="settings" href="settings.xml" media-type="application/xml"/></opf:manifest>` +
    '<opf:spine><opf:itemref idref="header" linear="yes"/><opf:itemref idref="section0" linear="yes"/></opf:spine></opf:package>'
  )
}
