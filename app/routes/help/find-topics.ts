import type { HelpTopic } from './help.server.ts'

/** Topics that hold every word that was typed, in title or text, however it is spaced or cased. No words: all of them. */
export function findTopics(topics: readonly HelpTopic[], typed: string): HelpTopic[] {
  const words = normalize(typed).split(/\s+/).filter(Boolean)
  return topics.filter(({ title, text }) => {
    const whole = normalize([title, ...text].join(' '))
    const joined = whole.replaceAll(/\s/g, '')
    return words.every((word) => whole.includes(word) || joined.includes(word))
  })
}

const normalize = (text: string): string => text.normalize('NFC').toLowerCase()
