import { reactRouter } from '@react-router/dev/vite'
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { defineConfig } from 'vite'
import { loadMessages } from './scripts/messages-plugin.ts'
import { nameParts } from './scripts/parts-plugin.ts'

export default defineConfig({
  plugins: [reactRouter(), loadMessages(), nameParts()],
  css: {
    modules: {
      // Shorter than the default, which names the line too, and every page loads the names that it uses twice.
      generateScopedName: (name, file) => `${name}_${hashOf(relative(import.meta.dirname, file))}`,
    },
  },
  build: {
    // The content security policy allows no data: fonts or scripts, so small files stay files.
    assetsInlineLimit: 0,
    manifest: true,
    // One file for all pages: no list says which styles a page needs before its code is there (decision 058).
    cssCodeSplit: false,
    // The server links what a part needs (scripts/split-languages.ts); other lazy parts need mostly what is there already.
    modulePreload: { resolveDependencies: (_file, files, { hostType }) => (hostType === 'js' ? [] : files) },
    // Schemas are built by calls of zod at the top of shared files; a page that uses none of them shall not carry zod.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: [
            // The same in both languages, so that it is kept once.
            { name: 'react', test: /\/node_modules\/(?:react|react-dom|react-router|scheduler)\// },
            // What each page shows. Next to code, texts compress worse.
            { name: 'messages', test: /virtual:messages\/(?:site|tools)-messages$/ },
            // What most pages need is one file, not thirty: fewer bytes and requests, and it is kept from page to page.
            // Most public pages have neither fields, which bring Mantine's inputs (5 kB), nor what sends requests, which
            // brings the messages of all errors (4 kB).
            {
              name: 'common',
              test: /\/(?:app|shared)\/(?!ui\/field|session\/use-(?:form|mutation|error-toast)).*\.tsx?$/,
              minShareCount: 40,
            },
          ],
        },
      },
    },
  },
})

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 4)
