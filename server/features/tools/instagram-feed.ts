import { plainHeading } from '#shared/outline.ts'
import { asParagraphs, readFeed, withoutPictures, writeSlides } from '#shared/sections.ts'
import type { InstagramFeedForm } from '#shared/tools-form.ts'
import { targetLength } from '#shared/text-length.ts'
import { slideCharacters } from '#shared/tool-prices.ts'
import {
  captionPrompt,
  feedRevision,
  hashtagsMax,
  hashtagsPrompt,
  instagramFeedOrder,
  slidesAnswer,
  slidesPrompt,
} from './instagram-feed-prompts.ts'
import { reviseText } from './revise-text.ts'
import { addSlidePictures } from './tool-pictures.ts'
import type { Tool } from './tool.ts'
import { cleanTags } from './writer.ts'

/**
 * An Instagram feed: slides, caption, pictures, hashtags. Slides are sections of the text, the caption comes after a
 * horizontal rule, see `readFeed`.
 */
export const instagramFeed: Tool<InstagramFeedForm> = {
  stages: ['text', 'images', 'tags'],
  order: instagramFeedOrder,
  async write(writer, material) {
    const { form } = material
    await writer.stage('text', async () => {
      if (readFeed(writer.content()).slides.length < form.slide_count) {
        const answer = await writer.object('slides', slidesPrompt(material, slideCharacters(form.language)), {
          schema: slidesAnswer(form.slide_count),
          invalidCode: 'tool_create_failed',
        })
        const slides = answer.slides.map(({ headline, text }) => ({
          heading: plainHeading(headline),
          // Each line becomes a paragraph, because Markdown joins lines.
          text: asParagraphs(text).replace(/\n+/g, '\n\n'),
          picture: null,
        }))
        writer.nameIt(slides[0]!.heading)
        writer.append(`${writeSlides(slides)}\n\n---\n\n`)
      }
      const { caption } = readFeed(writer.content())
      const slides = withoutPictures(writer.content().slice(0, writer.content().length - caption.length))
      const length = targetLength('instagram-feed', form)
      await writer.write(captionPrompt(material, { slides, length }), {
        length,
        begun: caption,
      })
      await reviseText(writer, material, feedRevision(material))
    })
    await addSlidePictures(writer, form.language)
    await writer.tags((text) => hashtagsPrompt(material, withoutPictures(text)), asHashtags)
  },
}

/** A hashtag ends at the first space or sign. */
const asHashtags = (tags: string[]): string[] =>
  cleanTags(tags.map((tag) => tag.replace(/[^\p{L}\p{M}\p{N}_]|\p{Variation_Selector}/gu, ''))).slice(
    0,
    hashtagsMax,
  )
