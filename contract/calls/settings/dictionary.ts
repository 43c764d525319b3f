import { listOf, one, out, pageOf, plain, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { flag, ids, integer, text } from '../../kit/fields/field.ts'
import type { Words } from '../../kit/words.ts'

/** What a row of a dictionary is; the row at the top names the dictionary by its code, those below it are its values by their keys. */
export const dictionaryFields = {
  parentId: text({ zh: '上级字典', en: 'Parent', max: 36 }),
  code: text({
    zh: '字典编号',
    en: 'Code',
    required: true,
    asks: { zh: '请输入字典编号', en: 'Enter a code' },
    max: 60,
    pattern: '^[A-Za-z][A-Za-z0-9_.-]*$',
    example: 'fund_source',
  }),
  dictValue: text({ zh: '字典名称', en: 'Name', required: true, asks: { zh: '请输入字典名称', en: 'Enter a name' }, max: 100 }),
  dictValueEn: text({ zh: '英文名称', en: 'Name (English)', max: 100 }),
  dictKey: text({
    zh: '字典键值',
    en: 'Key',
    asks: { zh: '请输入字典键值', en: 'Enter a key' },
    max: 60,
    pattern: '^[\\p{L}\\p{N}_-]+$',
    example: 'fiscal',
  }),
  sort: integer({ zh: '字典排序', en: 'Order', required: true, asks: { zh: '请输入字典排序', en: 'Enter the order' }, min: 0, max: 99999 }),
  isSealed: flag({ zh: '封存', en: 'Sealed', required: true, asks: { zh: '请选择封存', en: 'Choose whether it is sealed' } }),
  remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 255 }),
} as const

const row = {
  id: out.text,
  version: out.number,
  parentId: out.nullable(out.text),
  parentName: out.nullable(out.text),
  code: out.text,
  dictValue: out.text,
  dictValueEn: out.nullable(out.text),
  dictKey: out.nullable(out.text),
  sort: out.number,
  isSealed: out.flag,
  remark: out.nullable(out.text),
  hasChildren: out.boolean,
} as const
const node = {
  id: out.text,
  parentId: out.nullable(out.text),
  title: out.text,
  key: out.text,
  value: out.text,
  hasChildren: out.boolean,
} as const

const { code, dictValue, isSealed } = dictionaryFields
const asked = {
  code: { ...code, required: false, pattern: undefined },
  dictValue: { ...dictValue, required: false },
  isSealed: { ...isSealed, required: false },
}
const paged = { current: integer({ zh: '页码', en: 'Page' }), size: integer({ zh: '每页', en: 'Page size' }) }

interface Family extends Words {
  readonly name: 'dict' | 'dictBiz'
  readonly path: string
}

/** The calls of one set of dictionaries; the system's and a hospital's have the same. */
function callsOf({ name, path, zh, en }: Family) {
  const read = <const N extends string>(of: N, words: Words, url: string, may: string) =>
    ({ name: `${name}.${of}`, facts: { ...words, module: 'settings', method: 'GET', path: `${path}/${url}`, may } }) as const
  const list = read('list', { zh: `查看${zh}`, en: `View: ${en}` }, 'list', `${name}.list`)
  const parents = read('parentList', { zh: `${zh}目录`, en: `${en}: catalogue` }, 'parent-list', `${name}.list`)
  const children = read('childList', { zh: `${zh}的字典值`, en: `${en}: values` }, 'child-list', `${name}.list`)
  const detail = read('detail', { zh: `${zh}详情`, en: `${en}: details` }, 'detail', `${name}.list`)
  const tree = read('tree', { zh: `${zh}树`, en: `${en}: tree` }, 'tree', `${name}.list`)
  // Every form offers values, so each signed-in person may read those of a dictionary.
  const values = read('dictionary', { zh: `${zh}选项`, en: `${en}: options` }, 'dictionary', 'session')
  const nested = read('dictionaryTree', { zh: `${zh}选项树`, en: `${en}: option tree` }, 'dictionary-tree', 'session')
  const supplier = read('supplierParentList', { zh: `供应商${zh}`, en: `${en}: suppliers` }, 'supplier-parent-list', 'session')
  return {
    list: call(list.name, { ...list.facts, answers: listOf(out.tree(row)), input: { ...paged, ...asked } }),
    // Front ends of the given calls say here too that there is nothing above: 0 or -1.
    parentList: call(parents.name, {
      ...parents.facts,
      answers: pageOf(row),
      input: { ...paged, ...asked, parentId: dictionaryFields.parentId },
    }),
    childList: call(children.name, {
      ...children.facts,
      answers: listOf(out.tree(row)),
      input: { ...paged, parentId: dictionaryFields.parentId, ...asked, dictKey: { ...dictionaryFields.dictKey, pattern: undefined } },
    }),
    detail: call(detail.name, {
      ...detail.facts,
      answers: one(row),
      input: { id: text({ zh: '编号', en: 'ID', required: true, max: 36 }) },
    }),
    tree: call(tree.name, { ...tree.facts, answers: listOf(out.tree(node)), input: { code: asked.code } }),
    dictionary: call(values.name, { ...values.facts, answers: listOf(row), input: { code } }),
    dictionaryTree: call(nested.name, { ...nested.facts, answers: listOf(out.tree(row)), input: { code: asked.code } }),
    supplierParentList: call(supplier.name, { ...supplier.facts, answers: listOf(row), input: {} }),
    submit: call(`${name}.submit`, {
      zh: `新增与修改${zh}`,
      en: `Add and edit: ${en}`,
      module: 'settings',
      method: 'POST',
      path: `${path}/submit`,
      may: `${name}.submit`,
      writes: true,
      answers: one(saved),
      input: { id: text({ zh: '编号', en: 'ID', max: 36 }), version: integer({ zh: '版本', en: 'Version' }), ...dictionaryFields },
    }),
    remove: call(`${name}.remove`, {
      zh: `删除${zh}`,
      en: `Delete: ${en}`,
      module: 'settings',
      method: 'POST',
      path: `${path}/remove`,
      may: `${name}.remove`,
      writes: true,
      answers: plain({ removed: out.number }),
      input: { ids: ids({ zh: '编号', en: 'IDs', required: true }) },
    }),
  }
}

/** The dictionaries of the program: the same in every tenant, kept by the platform. */
export const systemDictionary = callsOf({ name: 'dict', path: '/blade-system/dict', zh: '系统字典', en: 'System dictionary' })
/** The dictionaries of one hospital, which come before the system's of the same code. */
export const businessDictionary = callsOf({ name: 'dictBiz', path: '/blade-system/dict-biz', zh: '业务字典', en: 'Business dictionary' })
