import type { SentenceChange } from '#shared/sentence-changes.ts'
import { compareTexts, type TextChange } from '#app/ui/text-changes.ts'
import type { TextLanguage } from '#app/ui/text-language.ts'
import styles from './marked-changes.module.css'

/** The address of an image says nothing to a reader. */
const picture = /!\[([^\]]*)\]\([^)]*\)/g

export const withoutAddresses = (markdown: string): string => markdown.replace(picture, '[$1]')

/** A line break alone would be a change that nobody sees. */
const withSign = (text: string): string => (/^\n+$/.test(text) ? `↵${text}` : text)

/**
 * What was there and what is offered for it: word by word, or for a translation as a whole.
 * @param into the language of a translation
 */
export function ChangedText({ change, into }: { change: SentenceChange; into: TextLanguage | null }) {
  const [before, after] = [withoutAddresses(change.before), withoutAddresses(change.after)]
  const parts: TextChange[] = into
    ? [
        { kind: 'removed', text: before.trim() },
        { kind: 'added', text: after.trim() },
      ]
    : compareTexts(before, after)
  return parts
    .filter(({ text }) => text !== '')
    .map(({ kind, text }, index) =>
      kind === 'added' ? (
        // oxlint-disable-next-line react/no-array-index-key
        <ins key={index} className={before ? undefined : styles.onlyNew} {...into}>
          {withSign(text)}
        </ins>
      ) : kind === 'removed' ? (
        // oxlint-disable-next-line react/no-array-index-key
        <del key={index}>{withSign(text)}</del>
      ) : (
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index}>{text}</span>
      ),
    )
}
