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

/** Folder of a component: `DotLoading` lies in `dot-loading`. */
const folderOf = (component: string): string =>
  `antd-mobile/es/components/${component.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}`

/**
 * Imports each component of antd-mobile from its own file. Its index imports all components, so a chunk with an importer of the index would get what any
 * page of the phone uses.
 */
export function directComponents(): Plugin {
  return {
    name: 'direct-components',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /from 'antd-mobile'/ },
      handler: (code) =>
        code.replace(/import \{ ([^}]+) \} from 'antd-mobile'/g, (line, names: string) => {
          const components = names.split(', ')
          if (!components.every((one) => existsSync(inModules(folderOf(one))))) return line
          return components.map((one) => `import ${one} from '${folderOf(one)}'`).join('; ')
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
