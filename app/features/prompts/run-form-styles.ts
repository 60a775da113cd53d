// A prompt's own page has the form alone, drawn by the server before the form's code has come (run-parts.ts).
import runForm from './run-form.module.css'
import variablesForm from './variables-form.module.css'

export const runFormStyles = [runForm, variablesForm]
