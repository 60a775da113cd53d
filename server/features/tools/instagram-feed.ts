import { plainHeading } from '#shared/outline.ts'
import { asParagraphs, readFeed, withoutPictures, writeSlides } from '#shared/sections.ts'
import type { InstagramFeedForm } from '#shared/tools-form.ts'
import { charactersOfLength, targetLength } from '#shared/text-length.ts'
import { slideCharacters } from '#shared/tool-prices.ts'
import { asHashtags, withoutHashtags } from './tags.ts'
import { draftPrompt, feedRevision, hashtagsPrompt, instagramFeedOrder } from './instagram-feed-prompts.ts'
import { withoutSources } from './prompt-sections.ts'
import { reviseText } from './revise-text.ts'
import { addSlidePictures } from './tool-pictures.ts'
import type { Tool } from './tool.ts'
import type { Writer } from './writer.ts'

/**
 * An Instagram feed: slides and caption, pictures, hashtags. Slides are sections of the text, the caption comes after a
 * horizontal rule, see `readFeed`.
 */
export const instagramFeed: Tool<InstagramFeedForm> = {
  stages: ['text', 'images', 'tags'],
  order: instagramFeedOrder,
  async write(writer, material) {
    const { form } = material
    const length = targetLength('instagram-feed', form)
    const characters =
      charactersOfLength(length, form.language) + form.slide_count * slideCharacters(form.language)
    const prompt = () => draftPrompt(material, length)
    await writer.draft({ prompt, length: { characters }, head: [], topic: form.topic }, async () => {
      tidyFeed(writer, form.slide_count)
      await reviseText(writer, material, feedRevision(material, length))
      tidyFeed(writer, form.slide_count)
    })
    writer.rename(readFeed(writer.content()).slides[0]?.heading ?? '')
    await addSlidePictures(writer, form)
    await writer.tags((text) => hashtagsPrompt(withoutSources(material), withoutPictures(text)), asHashtags)
  },
}

/**
 * The stored form of a feed, from a model's: plain headlines, each line a paragraph, no more slides than wanted, and no
 * hashtags in its caption.
 */
function tidyFeed(writer: Writer, count: number): void {
  if (writer.isTextDone || writer.isEdited) return
  const { slides, caption } = readFeed(writer.content())
  if (slides.length === 0) return
  const tidy = slides.slice(0, count).map(({ heading, text, picture }) => ({
    heading: plainHeading(heading).replaceAll('**', ''),
    // Markdown joins lines.
    text: asParagraphs(text).replace(/\n+/g, '\n\n'),
    picture,
  }))
  writer.splice(0, writer.content().length, `${writeSlides(tidy)}\n\n---\n\n${withoutHashtags(caption)}`)
}
