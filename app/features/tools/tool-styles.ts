// The server's HTML of a tool is visible before its code loads, so the styles belong to the page and not to the lazy
// code. A bundler leaves them there while a module of the page imports them.
import choiceField from '#app/ui/choice-field.module.css'
import editor from '#app/ui/editor/editor.module.css'
import prose from '#app/ui/editor/prose.module.css'
import answerGauges from './answer-gauges.module.css'
import documentActions from './document-actions.module.css'
import emailTool from './email-tool.module.css'
import entryList from './entry-list.module.css'
import feedPreview from './feed-preview.module.css'
import fileField from './file-field.module.css'
import linkList from './link-list.module.css'
import outlineEditor from './outline-editor.module.css'
import pictureFlag from './picture-flag.module.css'
import readSources from './read-sources.module.css'
import runNotes from './run-notes.module.css'
import sectionsPanel from './sections-panel.module.css'
import textCounts from './text-counts.module.css'
import stageLine from './stage-line.module.css'
import thumbnailPanel from './thumbnail-panel.module.css'
import titleField from './title-field.module.css'
import toolForm from './tool-form.module.css'
import toolPage from './tool-page.module.css'
import wholeCommands from './document-commands.module.css'
import writingPane from './writing-pane.module.css'

export const toolStyles = [
  choiceField,
  editor,
  prose,
  answerGauges,
  documentActions,
  emailTool,
  entryList,
  feedPreview,
  fileField,
  linkList,
  outlineEditor,
  pictureFlag,
  readSources,
  runNotes,
  sectionsPanel,
  stageLine,
  textCounts,
  thumbnailPanel,
  titleField,
  toolForm,
  toolPage,
  wholeCommands,
  writingPane,
]
