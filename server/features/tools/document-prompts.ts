// What we tell the model when it writes a document or report. Three calls: plan, titles, text.
import type { Section } from '#shared/outline.ts'
import type { DocumentForm } from '#shared/tools-form.ts'
import { titleCount } from '#shared/tools.ts'
import { composePrompt, describeOutline, type Material, type Prompt } from './prompt-parts.ts'

export type DocumentMaterial = Material<DocumentForm>

export function outlinePrompt(material: DocumentMaterial): Prompt {
  return compose(
    material,
    'You plan documents and reports that people decide by: first what matters, then what it rests on, then what follows.',
    [
      'Plan one document about the topic that serves the purpose in the part "purpose".',
      'Five to eight sections. The first sums up the document for a reader who has one minute; the last says what is to be done, by whom and in which order, as far as the material tells.',
      'Headings are short (at most 40 characters) and say what the section holds. No numbering, no Markdown.',
      'For each section give two to five points: what is said there, and which part of the material (information, file, link) it rests on.',
      'Where the material is silent about something that the purpose needs, plan a point that names the gap openly.',
    ],
  )
}

export function titlesPrompt(material: DocumentMaterial, outline: Section[]): Prompt {
  return compose(
    material,
    'You name documents so that they are found and understood by their title alone.',
    [
      `Give exactly ${titleCount} titles for the document planned in the part "outline".`,
      'Plain and exact, at most 50 characters each: subject first, then the kind of document. No quotation marks, no full stop, no number that the material does not hold.',
    ],
    [['outline', describeOutline(outline)]],
  )
}

export function textPrompt(
  material: DocumentMaterial,
  input: { outline: Section[]; title: string; characters: number },
): Prompt {
  return compose(
    material,
    'You write documents that busy people can act on.',
    [
      'Write the document in Markdown, following the part "outline" in its order, under the title in the part "title".',
      'No title, no table of contents (it is made from your headings), no level-one heading (#), no remark about the task. Each section starts with "## " and its heading from the outline; subsections with "### " where a section has more than one subject.',
      `About ${input.characters} characters in all. Each section begins with its main point in one or two sentences; what supports it follows.`,
      'Figures that belong together stand in a table; steps and conditions in a list; reasons in prose. Say where a figure comes from when the material tells (file or link by name).',
      'Keep apart what the material says, what follows from it and what is open. Mark an assumption as one.',
      'No praise, no filling: leave out sentences that would fit any document.',
    ],
    [
      ['title', input.title],
      ['outline', describeOutline(input.outline)],
    ],
  )
}

function compose(
  material: DocumentMaterial,
  role: string,
  task: string[],
  work: [string, string][] = [],
): Prompt {
  const { topic, purpose, information, target } = material.form
  return composePrompt(material, {
    role,
    task,
    parts: [['topic', topic], ['purpose', purpose], ['information', information], ...work],
    tone: 'report',
    reader: target,
  })
}
