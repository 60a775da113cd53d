import type { FormDraft, ToolDefinition } from './tool-definition.ts'
import { ToolPage } from './tool-page.tsx'
import type { Opened } from './use-tool-form.ts'

type OwnDraft = FormDraft & { topic: string }

/** Its sections are rewritten as a document's. */
const kit: ToolDefinition<OwnDraft> = {
  tool: 'document',
  isOwn: true,
  mainField: 'topic',
  emptyDraft: (language) => ({ topic: '', language: language === 'ko' ? 'Korean' : 'English' }),
  Fields: () => null,
}

/** A text that the member brought: the editor with everything around it, and no form. */
export default function OwnTool(props: Opened) {
  return <ToolPage kit={kit} {...props} />
}
