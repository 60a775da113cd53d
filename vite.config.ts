import { readFile } from 'node:fs/promises'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { languages } from '#shared/language.ts'
import { buildDirectory } from './react-router.config.ts'

const chunksModule = 'virtual:message-chunks'

/**
 * Tells the server the browser's address of each language's words, so that a page can preload them: the words are
 * imported dynamically before hydration, and without the hint that import waits for the entry script.
 * The server is built after the browser's files, whose manifest it reads here.
 */
function messageChunks(): Plugin {
  let root = ''
  let isBuild = false
  return {
    name: 'munjang-message-chunks',
    configResolved(config) {
      root = config.root
      isBuild = config.command === 'build'
    },
    resolveId: (id) => (id === chunksModule ? `\0${chunksModule}` : null),
    async load(id) {
      if (id !== `\0${chunksModule}`) return null
      return `export default ${JSON.stringify(isBuild ? await readBuiltChunks(root) : {})}`
    },
  }
}

async function readBuiltChunks(root: string): Promise<Record<string, string>> {
  const text = await readFile(`${root}/${buildDirectory}/client/.vite/manifest.json`, 'utf8')
  const manifest = JSON.parse(text) as Record<string, { file: string }>
  return Object.fromEntries(
    languages.map((language) => {
      const chunk = manifest[`app/session/messages-${language}.ts`]
      if (!chunk) throw new Error(`The build has no chunk for the words of "${language}".`)
      return [language, `/${chunk.file}`]
    }),
  )
}

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
const isPromptCode =
  /\/features\/prompts\/(?:prompts-words|prompts-data|prompt-filter|continued-lines)\.tsx?$/

export default defineConfig({
  plugins: [reactRouter(), messageChunks()],
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
