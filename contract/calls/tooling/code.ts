import { codeForm } from '../../entities/tooling/code-form.ts'
import { file, listOf, one, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, ids, text } from '../../kit/fields/field.ts'

/** What is written for an entity: its calls with a page of the desk, or the calls alone. */
export const codeSystems = {
  desk: { zh: '页面与接口', en: 'Page and API' },
  api: { zh: '仅接口', en: 'API only' },
} as const

const asked = {
  ids: ids({ zh: codeForm.zh, en: 'Code forms', to: 'codeForm', required: true, max: 20 }),
  system: choice({ zh: '生成内容', en: 'Generated content', initial: 'desk', of: codeSystems }),
}

/** The source of entities as a ZIP, to be unpacked over a clone of this version: declarations, migrations, manifests, tests. */
export const codeGenerate = call('codeForm.generate', {
  zh: '生成代码',
  en: 'Generate code',
  module: 'tooling',
  method: 'POST',
  path: '/blade-develop/code/gen-code',
  may: 'codeForm.list',
  answers: file,
  input: asked,
})
/** The same files as texts, to be looked at. */
export const codePreview = call('codeForm.preview', {
  zh: '预览代码',
  en: 'Preview the code',
  module: 'tooling',
  method: 'GET',
  path: '/blade-develop/code/preview',
  may: 'codeForm.list',
  reads: ['codeForm'],
  answers: listOf({ path: out.text, text: out.text }),
  input: asked,
})
/** Makes another form with the same fields; the entity gets a name that is free. */
export const codeCopy = call('codeForm.copy', {
  zh: '复制代码生成',
  en: 'Copy a code form',
  module: 'tooling',
  method: 'POST',
  path: '/blade-develop/code/copy',
  may: 'codeForm.submit',
  writes: true,
  changes: ['codeForm'],
  answers: one(saved),
  input: { id: text({ zh: codeForm.zh, en: codeForm.en, required: true, max: 36 }) },
})
