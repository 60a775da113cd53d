// A prompt's own page has the form alone, which the server renders before the form's code loads (run-parts.ts).
import runForm from './run-form.module.css'
import variablesForm from './variables-form.module.css'

export const runFormStyles = [runForm, variablesForm]
