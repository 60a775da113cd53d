// Pictures and scans: a model reads them once and notes their content, and the writing calls get the notes.
import { z } from 'zod'
import type { Meter } from '#server/metering/meter.ts'
import { notedTokensPerPage } from '#shared/tool-prices.ts'
import { composePrompt, type PromptInput, type PromptSections, type Prompt } from './prompt-sections.ts'
import type { FileSource, Source } from './source.ts'

/** Dense pages need more tokens than usual; the provider cuts a call above the limit. */
const outputFactor = 2
const outputTokensMax = 16_000

type Attached = Extract<FileSource, { text: null }>

/**
 * Files as text. One call reads all files without text, and is charged like any call.
 * @throws AppError tool_create_failed when the answer is invalid; errors of models; the signal's reason
 */
export async function noteAttachments(
  meter: Meter,
  { material, order }: { material: PromptInput; order: PromptSections },
  sources: readonly FileSource[],
  signal: AbortSignal,
): Promise<Source[]> {
  const attached = sources.filter((source): source is Attached => source.text === null)
  if (attached.length === 0) return sources.filter((source): source is Source => source.text !== null)
  const files = []
  for (const { load } of attached) files.push(await load(signal))
  const pages = files.reduce((sum, file) => sum + file.pages, 0)
  const { notes } = await meter.object({
    ...notesPrompt(
      material,
      order,
      attached.map(({ name }) => name),
    ),
    files,
    schema: z.object({ notes: z.array(z.string()).length(attached.length) }),
    outputTokensMax: Math.min(outputTokensMax, 400 + pages * notedTokensPerPage * outputFactor),
    invalidCode: 'tool_create_failed',
  })
  return sources.map(({ name, kind, summary, text }) => ({
    name,
    kind,
    summary,
    text: text ?? notes[attached.findIndex((other) => other.summary === summary)] ?? '',
  }))
}

const notesPrompt = (material: PromptInput, order: PromptSections, names: string[]): Prompt =>
  composePrompt(material, {
    role: 'You look at pictures and scanned pages for a writer who cannot see them.',
    task: [
      `"notes": exactly ${names.length}, one for each attachment, in their order. The writer has nothing but them.`,
      'What is written in an attachment: everything that the order could need, word for word where it is a name, a figure, a date, a condition or a heading; tables as Markdown tables. Words that cannot be read are "[?]". Invent nothing and conclude nothing.',
      'What is seen in a picture: what it shows, in two or three sentences; people by what they do, never by who they might be.',
      'Words that are quoted keep their language.',
    ],
    order,
    attached: names,
    tone: 'report',
    kind: 'list',
  })
