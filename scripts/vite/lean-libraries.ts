import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const inModules = (path: string): string => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url))

/** The exports of these packages name no production build, or a wrapper that nothing can be shaken out of. */
export const leanFiles = [
  { find: /^dexie$/, replacement: inModules('dexie/dist/modern/dexie.min.mjs') },
  { find: /^react-router$/, replacement: inModules('react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: inModules('react-router/dist/production/dom-export.mjs') },
]

/** Where the components of a library lie. */
const folders: Readonly<Record<string, string>> = { antd: 'antd/es', 'antd-mobile': 'antd-mobile/es/components' }

/** Folder of a component: `DotLoading` lies in `dot-loading`. */
const folderOf = (library: string, component: string): string =>
  `${folders[library]}/${component.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}`

/**
 * Imports each component of antd and antd-mobile from its own file. Their indexes import all components, so a chunk with an importer of an index would
 * get what any page uses.
 */
export function directComponents(): Plugin {
  return {
    name: 'direct-components',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /from 'antd(-mobile)?'/ },
      handler: (code) =>
        code.replace(/import \{ ([^}]+) \} from '(antd(?:-mobile)?)'/g, (line, list: string, library: string) => {
          // Types are gone once the file is compiled.
          const names = list.split(', ').filter((one) => !one.startsWith('type '))
          if (!names.every((one) => /^[A-Z]\w+$/.test(one) && existsSync(inModules(folderOf(library, one))))) return line
          return names.map((one) => `import ${one} from '${folderOf(library, one)}'`).join('; ')
        }),
    },
  }
}

/**
 * Lets parts of react-router that nothing uses be left out: a component that is given a display name, or made by a call, otherwise counts as one with
 * effects.
 */
export function pureRouter(): Plugin {
  return {
    name: 'pure-router',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/.*\.mjs$/ },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1'),
    },
  }
}
