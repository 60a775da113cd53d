import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { loadMessages } from './scripts/messages-plugin.ts'

/** What `app/features/tools/tool-styles.ts` names. */
const isToolStyle =
  /\/features\/tools\/(?!edit-commands|history-page|list-page|shared-page|versions-dialog)[a-z-]+\.module\.css/
/** Styles of what each page with header and footer has: of its frame, its error, and what `app/routes/site-layout.tsx` names. */
const isFrameStyle =
  /\/(?:site-shell|error-page|frame|icon-button|account-menu|alarm-bell|avatar|balance|header-popover)\.module\.css/
/** What a visitor sees of prompts: their lists, cards and pages, with what `app/features/prompts/run-form-styles.ts` names. */
const isPromptStyle =
  /\/features\/prompts\/(?:detail-page|filter-bar|list-page|prompt-actions|prompt-card|run-form|variables-form)\.module\.css/
/** Small things that lists, cards and pages of prompts share. None of them waits for a part (see `frame` below). */
const isPromptCode = /\/features\/prompts\/(?:prompts-data|prompt-filter|continued-lines)\.tsx?$/

export default defineConfig({
  plugins: [reactRouter(), loadMessages()],
  build: {
    // The content security policy allows no data: fonts or scripts, so small files stay files.
    assetsInlineLimit: 0,
    manifest: true,
    // What a lazy part imports is mostly there already: the lists of it cost every page more than they save a few.
    modulePreload: { resolveDependencies: (_file, files, { hostType }) => (hostType === 'js' ? [] : files) },
    // Schemas are built by calls of zod at the top of shared files; a page that uses none of them shall not carry zod.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['z'] },
      // The first paint waits for its styles: one file of a tool's, one of prompts and one of the site's frame, not twenty.
      output: {
        codeSplitting: {
          groups: [
            { name: 'tool-styles', test: isToolStyle },
            { name: 'prompt-styles', test: isPromptStyle },
            // No code beside them: `site-shell.tsx` waits for the member's header, which must not wait for a file that waits for it.
            { name: 'frame', test: isFrameStyle },
            // The same in both languages, so that it is kept once.
            { name: 'react', test: /\/node_modules\/(?:react|react-dom|react-router|scheduler)\// },
            // What each page shows. Next to code, texts compress worse.
            { name: 'messages', test: /virtual:messages\/(?:errors|site|tools)-messages$/ },
            // What most pages need is one file, not thirty: fewer bytes and requests, and it is kept from page to page.
            // Dialogs, forms, lists and what reads texts are shared as well, but most pages open none at first. The console's screens are
            // many, and for few.
            {
              name: 'common',
              test: /\/(?:app|shared)\/(?!ui\/(?:(?:confirm-|form-)?dialog|form)\.tsx$|session\/(?:use-)?(?:deletion|draft|error-toast|form|infinite-list|list-more|list-page|mutation)\.tsx?$|features\/operators\/|(?:text-marks|rendered-text)\.ts$).*\.tsx?$/,
              minShareCount: 20,
            },
            { name: 'prompts', test: isPromptCode },
          ],
        },
      },
    },
  },
})
