// The server's HTML of a run is visible before its code loads (run-parts.ts), so the page includes its styles.
import prose from '#app/ui/editor/prose.module.css'
import answerColumns from './answer-columns.module.css'
import answerView from './answer-view.module.css'
import conversationView from './conversation-view.module.css'
import followUp from './follow-up.module.css'
import { runFormStyles } from './run-form-styles.ts'

export const runStyles = [prose, answerColumns, answerView, conversationView, followUp, ...runFormStyles]
