import { urlsOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { menu } from '#contract/menu.ts'
import { menuItems } from '#contract/packages.ts'
import { calls, entities } from '#contract/registry.ts'
import { rights } from '#contract/rights.ts'
import { withoutFilter } from '#server/kit/read/filter.ts'
import { columnName, tableName } from '#server/kit/table.ts'
import { isTakenInModule } from './code-files.ts'
import { isOfEveryObject, isReservedColumn, isReservedEntity } from './code-reserved.ts'
import { type CodeForm, fieldOf, titleOf, wordsIn } from './code-shape.ts'
import { kebab } from './code-text.ts'

const refuse = (zh: string, en: string, field: string): Refusal => new Refusal('rule', { zh, en }, [{ field }])

/** Names that every row has. */
const systemNames = [
  'id',
  'version',
  'createTime',
  'updateTime',
  'createUserName',
  'can',
  'ids',
  'tenantId',
  'custom',
  'search',
  'path',
  'newId',
]
const systemColumns = ['created_by', 'created_at', 'updated_by', 'updated_at', 'is_deleted', 'tenant_id']

/** The codes of the groups of the menu. */
const groups = (): string[] => menu.flatMap(({ code, children }) => (children ? [code] : []))

/** Refuses a name of an entity that the program has, that a language keeps for itself, or whose addresses are in use. */
async function refuseName(form: CodeForm): Promise<void> {
  const { entityName, menuGroup } = form
  const path = `/eam/${kebab(entityName)}`
  const isKnown =
    entities.some((of) => of.name === entityName || tableName(of) === snake(entityName)) ||
    [...rights.keys()].some((right) => right.startsWith(`${entityName}.`)) ||
    [...menuItems.values()].some((item) => item.code === entityName || item.path === path) ||
    entities.some((of) => verbsOf(of).some((verb) => urlsOf(of, verb).some((url) => url.startsWith(`${path}/`)))) ||
    calls.some((of) => [of.path].flat().some((url) => url.startsWith(`${path}/`))) ||
    (await isTakenInModule(form))
  if (isKnown) throw refuse(`实体名“${entityName}”已被使用`, `The entity name “${entityName}” is in use`, 'entityName')
  if (isReservedEntity(entityName))
    throw refuse(`“${entityName}”是保留字，不能作为实体名`, `“${entityName}” is a reserved word and cannot be an entity name`, 'entityName')
  if (menuGroup && !groups().includes(menuGroup))
    throw refuse(
      `没有菜单分组“${menuGroup}”，可用：${groups().join('、')}`,
      `No menu group “${menuGroup}”. Use one of: ${groups().join(', ')}`,
      'menuGroup',
    )
}

/** What is wrong with the kind of a field and what belongs to it, as a sentence; undefined: nothing. */
function wrongKind(line: CodeForm['fields'][number], self: string): readonly [zh: string, en: string] | undefined {
  const { kind, detail, maxSize } = line
  const isChosen = kind === 'choice' || kind === 'choices'
  if (isChosen && !wordsIn(detail))
    return ['请按“key=中文/English; …”填写至少两个选项', 'Give two words at least, as “key=中文/English; …”']
  if (kind === 'link' && detail !== self && !entities.some((of) => of.name === detail && of.table === 'tenant' && of.path !== undefined))
    return [`没有实体“${detail ?? ''}”可关联`, `There is no entity “${detail ?? ''}” to link to`]
  if (kind === 'numbering' && !/^[A-Za-z-]{0,20}(\{yyyy\}[A-Za-z-]{0,20})?0{3,10}$/.test(detail ?? ''))
    return ['请填写编号规则，例如 QP-{yyyy}-0000', 'Enter a number rule, such as QP-{yyyy}-0000']
  if (kind === 'decimal' && (maxSize ?? 2) > 6) return ['小数位最多 6 位', 'At most 6 decimals']
  if (Number(line.isSearched) === 1 && !['text', 'multiline', 'numbering'].includes(kind))
    return ['只有文本可以搜索', 'Only text fields can be searchable']
  if (Number(line.isUnique) === 1 && !['text', 'integer', 'numbering'].includes(kind))
    return ['只有文本和整数可以设为唯一', 'Only text and whole-number fields can be unique']
  if (Number(line.isRequired) === 1 && kind === 'choices') return ['多选不能设为必填', 'Multiple choice fields cannot be required']
  return undefined
}

function refuseFields(form: CodeForm): void {
  const wires = new Set<string>([...systemNames, ...withoutFilter])
  const columns = new Set<string>(systemColumns)
  form.fields.forEach((line, at) => {
    const field = fieldOf(line)
    const { fieldName } = line
    const beside = field.kind === 'link' ? [`${fieldName}Name`] : field.kind === 'choice' ? [`${fieldName}Value`] : []
    for (const wire of [wireName(fieldName, field), ...beside]) {
      if (wires.has(wire))
        throw refuse(`字段名“${fieldName}”重复或被系统占用`, `The field name “${fieldName}” is taken`, `fields.${at}.fieldName`)
      wires.add(wire)
    }
    const column = columnName(fieldName, field)
    if (columns.has(column) || isReservedColumn(column) || isOfEveryObject(fieldName))
      throw refuse(
        `“${fieldName}”是保留字，不能作为字段名`,
        `“${fieldName}” is a reserved word and cannot be a field name`,
        `fields.${at}.fieldName`,
      )
    columns.add(column)
    const wrong = wrongKind(line, form.entityName)
    if (wrong) throw refuse(`“${line.wordZh}”：${wrong[0]}`, `“${line.wordEn}”: ${wrong[1]}`, `fields.${at}.detail`)
  })
}

/** Refuses a form of which no entity can be written, with the field that is wrong. */
export async function refuseUnfit(form: CodeForm): Promise<void> {
  await refuseName(form)
  refuseFields(form)
  if (!titleOf(form))
    throw refuse('至少要有一个必填的文本字段，作为记录的名称', 'At least one required text field is needed to name the records', 'fields')
  const scope = form.fields.find(({ fieldName }) => fieldName === form.scopeField)
  if (form.scopeField && !(scope?.kind === 'link' && scope.detail === 'dept'))
    throw refuse(`数据范围字段须为关联科室的字段`, `The data scope field must be a link to a department`, 'scopeField')
}
