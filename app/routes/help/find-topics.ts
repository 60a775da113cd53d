import type { HelpTopic } from './help.server.ts'

/** Topics that contain every typed word in title or text, without regard to spaces and case. No words: all of them. */
export function findTopics(topics: readonly HelpTopic[], typed: string): HelpTopic[] {
  const words = normalize(typed).split(/\s+/).filter(Boolean)
  return topics.filter(({ title, text }) => {
    const whole = normalize([title, ...text].join(' '))
    const joined = whole.replaceAll(/\s/g, '')
    return words.every((word) => whole.includes(word) || joined.includes(word))
  })
}

const normalize = (text: string): string => text.normalize('NFC').toLowerCase()
