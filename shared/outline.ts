// The transport and storage format of an outline: each section is a text whose first line is the heading, every other
// line a point.

export type Section = { heading: string; points: string[] }

export function readSection(entry: string): Section {
  const [heading = '', ...points] = entry.split('\n')
  return {
    heading: plainHeading(heading),
    points: points.map((point) => point.replace(/^\s*[-*•]\s*/, '').trim()).filter(Boolean),
  }
}

export function writeSection({ heading, points }: Section): string {
  const clean = points.map((point) => point.replace(/\s+/g, ' ').trim()).filter(Boolean)
  return [plainHeading(heading), ...clean.map((point) => `- ${point}`)].join('\n')
}

/** A heading without the signs that models add before it. */
export const plainHeading = (heading: string): string =>
  heading
    .replace(/^\s*#+\s*/, '')
    .replace(/\s+/g, ' ')
    .trim()
