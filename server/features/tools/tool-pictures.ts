// The stage `images`: one call derives the scenes from the text, then the pictures are made. A text is complete without
// them.
import { findToolSections, readFeed, sectionBody, withSlidePicture } from '#shared/sections.ts'
import type { OutputLanguage } from '#shared/tools.ts'
import { pictureReadCharacters } from '#shared/tool-prices.ts'
import { drawScenePrompt, scenesAnswer, scenesPrompt, type Scene } from './picture-prompts.ts'
import type { Writer } from './writer.ts'

/** What the order of a text says about its pictures. */
type PictureForm = { language: OutputLanguage; instructions: string }

/** Parallel picture calls of one run. */
const atOnce = 3

/** The picture above the text, unless it exists already. */
export async function addThumbnail(writer: Writer, form: PictureForm): Promise<void> {
  if (!writer.wantsPictures) return
  await writer.stage('images', async () => {
    if (writer.hasThumbnail()) return
    await writer.tolerate(() => makeThumbnail(writer, { title: writer.title(), form }))
  })
}

/** @throws AppError when no picture was made; the signal's reason */
export async function makeThumbnail(
  writer: Writer,
  { title, form }: { title: string; form: PictureForm },
): Promise<void> {
  const passage = Array.from(writer.content()).slice(0, pictureReadCharacters).join('')
  const [scene] = await describeScenes(writer, { title, passages: [passage], form })
  const { alt } = scene!
  const prompt = drawScenePrompt(scene!.scene, 'wide')
  writer.setThumbnail(await writer.draw({ prompt, alt, shape: 'wide', language: form.language }))
}

/** A picture for each slide without one. */
export async function addSlidePictures(writer: Writer, form: PictureForm): Promise<void> {
  if (!writer.wantsPictures) return
  await writer.stage('images', () =>
    writer.tolerate(async () => {
      const { slides } = readFeed(writer.content())
      const missing = [...slides.keys()].filter((index) => slides[index]!.picture === null)
      if (missing.length > 0) await makeSlidePictures(writer, { slides: missing, form })
    }),
  )
}

/** @throws AppError the first failure, after all other pictures were made; the signal's reason */
export async function makeSlidePictures(
  writer: Writer,
  { slides: wanted, form }: { slides: number[]; form: PictureForm },
): Promise<void> {
  const { slides } = readFeed(writer.content())
  const passages = wanted.map((index) => `${slides[index]!.heading}\n${slides[index]!.text}`)
  const scenes = await describeScenes(writer, { title: writer.title(), passages, form })
  const waiting = wanted.map((slide, index) => ({ slide, ...scenes[index]! }))
  const problems: unknown[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { slide, scene, alt } = next
      try {
        const prompt = drawScenePrompt(scene, 'square')
        putPicture(
          writer,
          slide,
          await writer.draw({ prompt, alt, shape: 'square', language: form.language }),
        )
      } catch (error) {
        problems.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (problems.length > 0) throw problems[0]
}

/** After the slide's heading, in the place of an earlier picture. */
function putPicture(writer: Writer, slide: number, picture: string): void {
  const content = writer.content()
  const section = findToolSections('instagram-feed', content)[slide]
  if (!section) return
  const tail = section.end < content.length ? '\n\n' : ''
  const body = withSlidePicture(sectionBody(content, section), picture)
  writer.splice(section.bodyStart, section.end, `\n${body}${tail}`)
}

/** Title and beginning replace the description when the hold allows no further call. */
async function describeScenes(
  writer: Writer,
  { title, passages, form }: { title: string; passages: string[]; form: PictureForm },
): Promise<Scene[]> {
  const { language, instructions: wishes } = form
  const prompt = scenesPrompt({ title, passages, language, wishes })
  if (!writer.canDescribe(prompt, passages.length))
    return passages.map((passage) => ({
      scene: [
        `${title}. ${passage.slice(0, 300)}`,
        wishes && `Wishes for the text, if about pictures: ${wishes}`,
      ]
        .filter(Boolean)
        .join('\n'),
      alt: title,
    }))
  const { pictures } = await writer.object('pictures', prompt, {
    schema: scenesAnswer(passages.length),
    invalidCode: 'tool_create_failed',
  })
  return pictures
}
