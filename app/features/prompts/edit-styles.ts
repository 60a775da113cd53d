// The server's HTML of the editor is visible before its code loads (edit-page-part.ts), so the page includes its
// styles.
import choiceField from '#app/ui/choice-field.module.css'
import editPage from './edit-page.module.css'
import promptPreview from './prompt-preview.module.css'
import promptTextField from './prompt-text-field.module.css'
import reviewPanel from './review-panel.module.css'
import stateMark from './state-mark.module.css'
import variablesForm from './variables-form.module.css'

export const editStyles = [
  choiceField,
  editPage,
  promptPreview,
  promptTextField,
  reviewPanel,
  stateMark,
  variablesForm,
]
