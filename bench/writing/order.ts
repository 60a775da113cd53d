// An order to compare texts by.
import type { ToolForms } from '#shared/tools-form.ts'
import type { WritingTool } from '#shared/tools.ts'

/** The requirements of an order that code can check. */
type Asked = {
  hasTable?: boolean
  /** Entries of a numbered list, or numbered headings. */
  numbered?: number
  includes?: string[]
  excludes?: string[]
}

type Form<Name extends WritingTool> = Partial<ToolForms[Name]>
export type Order = {
  [Name in WritingTool]: { id: string; tool: Name; form: Form<Name>; asked: Asked }
}[WritingTool]

const ko = { language: 'Korean' } as const
const en = { language: 'English' } as const
export const friendly = { tone: 'informal' } as const
export const formal = { tone: 'formal' } as const

type Entry<Name extends WritingTool> = [form: Form<Name>, asked?: Asked]
export const entries = <Name extends WritingTool>(
  tool: Name,
  language: 'ko' | 'en',
  list: Entry<Name>[],
): Order[] =>
  list.map(
    ([form, asked = {}], index) =>
      ({
        id: `${language}-${tool}-${index + 1}`,
        tool,
        form: { ...(language === 'ko' ? ko : en), ...form },
        asked,
      }) as Order,
  )

export const question = (text: string, limit: number) => ({
  question: text,
  limit,
  unit: 'characters' as const,
})
