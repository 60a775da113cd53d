import type { FormDraft } from './tool-definition.ts'
import { createToolPage } from '../writing/tool-page.tsx'

type OwnDraft = FormDraft & { topic: string }

/**
 * A text that the member brought: the editor with everything around it, and no form. Its sections are rewritten as a
 * document's.
 */
export default createToolPage<OwnDraft>({
  tool: 'document',
  isOwn: true,
  mainField: 'topic',
  empty: { topic: '' },
  Fields: () => null,
})
