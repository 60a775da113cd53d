import type { Plugin } from 'vite'

const inBrowserBuild: Pick<Plugin, 'apply' | 'applyToEnvironment'> = {
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
}

/**
 * Imports the classes of CSS modules by their names: `import styles from` becomes `import * as styles from`. The bundler
 * then writes each class where it is used. As one object, the classes of a shared file would all load with every page.
 */
export function inlineClassNames(): Plugin[] {
  const firstClasses = new Map<string, string>()
  return [
    {
      ...inBrowserBuild,
      name: 'munjang-class-names',
      enforce: 'pre',
      transform: {
        filter: { id: /\/app\/.*\.tsx(?:\?|$)/, code: '.module.css' },
        handler: (code) => ({
          code: code.replaceAll(/^import (\w+) from (?='[^']+\.module\.css')/gm, 'import * as $1 from '),
          map: null,
        }),
      },
    },
    {
      ...inBrowserBuild,
      name: 'munjang-class-styles',
      enforce: 'post',
      transform: {
        filter: { id: /\.module\.css(?:\?|$)/ },
        // Once its names are written elsewhere the file would be left out, and its styles with it. This statement keeps
        // it, and is dropped when the code is minified.
        handler(code, id) {
          const name = /^export const \w+ = "(\S+)"/m.exec(code)?.[1]
          if (name) firstClasses.set(id, name)
          return { code: `${code}\ndebugger`, map: null, moduleSideEffects: true }
        },
      },
      generateBundle(_options, bundle) {
        const styles = Object.values(bundle)
          .flatMap((file) =>
            file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
          )
          .join('')
        for (const [id, name] of firstClasses)
          if (!styles.includes(`.${name}`)) this.error(`The styles of ${id} are missing.`)
      },
    },
  ]
}
