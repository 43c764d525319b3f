import { Alert, Button, Drawer, Form, Tabs, Tree, type TreeDataNode } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { grantRoles, grantTree, roleKeys } from '#contract/calls/identity/role.ts'
import { routes } from '#contract/calls/settings/session-menu.ts'
import { roleText } from '#contract/kit/access/role-names.ts'
import { type Row, useAction, useCall } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { drawerSizes } from '#src/kit/form/sizes.ts'
import { useThrowAway } from '#src/kit/form/use-throw-away.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { byLabel } from '#src/kit/widgets/desk/by-label.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { ManySelect } from '#src/kit/widgets/desk/many-select.tsx'
import { useWords } from '#src/words/words.ts'
import { ApiScopeTree } from './api-scope-tree.tsx'
import { ScopeRules } from './scope-rules.tsx'

interface RightNode {
  readonly id: string
  readonly name: string
  readonly disabled?: boolean
  readonly children?: readonly RightNode[]
}
interface Keys {
  readonly menuIds: readonly string[]
  readonly dataScopeIds: readonly string[]
  readonly apiScopeIds: readonly string[]
  readonly hiddenMenus: readonly string[]
  /** The versions that these were read at. */
  readonly seen: readonly { readonly roleId: string; readonly version: number }[]
}

const nodeOf = (node: RightNode): TreeDataNode => ({
  key: node.id,
  title: node.name,
  disableCheckbox: node.disabled,
  children: node.children?.map(nodeOf),
})
const leavesOf = (nodes: readonly RightNode[]): string[] => nodes.flatMap((node) => (node.children ? leavesOf(node.children) : [node.id]))

interface MenuNode {
  readonly code: string
  readonly name: string
  readonly children?: readonly MenuNode[]
}
const leavesIn = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => (node.children?.length ? leavesIn(node.children) : [node]))

/** What a role holds, in three parts: rights as a tree by menu, data scopes, and the calls that it may use. */
export function RightsDrawer({ role, onClose }: { readonly role: Row; readonly onClose: () => void }): ReactNode {
  const { word, language } = useWords()
  const tree = useCall(grantTree, {})
  // The ticks replace the rights of the role, so cached data must not be used.
  const held = useCall(roleKeys, { roleIds: role.id }, true, 0)
  const failed = tree.error ?? held.error
  const [isDirty, setDirty] = useState(false)
  const { leave, forget } = useThrowAway(isDirty)
  const close = (): void => leave(onClose)
  const saved = (): void => {
    forget()
    onClose()
  }
  return (
    <Drawer
      open
      onClose={close}
      size={drawerSizes.small}
      title={word('people.rightsOf', { who: roleText(String(role.roleName), language) })}
      className="eam-rights"
      destroyOnHidden
    >
      {tree.data && held.data && held.isFetchedAfterMount ? (
        <Rights role={role} tree={tree.data} held={held.data} onDirty={setDirty} onCancel={close} onSaved={saved} />
      ) : (
        <Outcome isLoading={!failed} error={failed} onRetry={() => void Promise.all([tree.refetch(), held.refetch()])} />
      )}
    </Drawer>
  )
}

interface Props {
  readonly role: Row
  readonly tree: readonly RightNode[]
  readonly held: Keys
  readonly onDirty: (isDirty: boolean) => void
  readonly onCancel: () => void
  readonly onSaved: () => void
}

function Rights({ role, tree, held, onDirty, onCancel, onSaved }: Props): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const isOwn = useSession((state) => state.person?.roleId?.split(',').includes(role.id) ?? false)
  const save = useAction(grantRoles)
  // The state when the ticks were set, independent of later refetches.
  const [{ seen }] = useState(held)
  const [chosen, setChosen] = useState<readonly string[]>(held.menuIds)
  const [depts, setDepts] = useState<readonly string[]>(held.dataScopeIds)
  const [hidden, setHidden] = useState<readonly string[]>(held.hiddenMenus)
  const [apis, setApis] = useState<readonly string[]>(held.apiScopeIds)
  const shown = useCall(routes, { serviceCode: 'EAM' })
  const leaves = new Set(leavesOf(tree))
  const isOther = (one: readonly string[], before: readonly string[]): boolean => [...one].sort().join() !== [...before].sort().join()
  const isDirty =
    isOther(chosen, held.menuIds) ||
    isOther(apis, held.apiScopeIds) ||
    depts.join() !== held.dataScopeIds.join() ||
    hidden.join() !== held.hiddenMenus.join()
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const send = async (): Promise<void> => {
    // A change by another administrator leads to a refusal, and the ticks stay.
    const body = {
      roleIds: [role.id],
      menuIds: chosen.join(),
      hiddenMenus: hidden.join(),
      seen,
      ...(role.reach === 'chosen' ? { dataScopeIds: depts } : {}),
      ...(isOther(apis, held.apiScopeIds) ? { apiScopeIds: apis } : {}),
    }
    try {
      await save.mutateAsync({ body })
      notice.done(word('form.updated'))
      onSaved()
    } catch {
      // The refusal is shown above the tree.
    }
  }
  return (
    <>
      {save.error && <Alert type="error" showIcon role="alert" title={save.error.message} />}
      <Alert type="info" title={word(isOwn ? 'people.ownRole' : 'people.rightsHint')} />
      <Tabs
        items={[
          {
            key: 'rights',
            label: word('people.tabRights'),
            children: (
              <>
                <Tree
                  checkable
                  selectable={false}
                  disabled={isOwn}
                  treeData={tree.map(nodeOf)}
                  checkedKeys={chosen.filter((key) => leaves.has(key))}
                  onCheck={(keys) => setChosen((Array.isArray(keys) ? keys : keys.checked).map(String).filter((key) => leaves.has(key)))}
                  aria-label={word('people.rights')}
                />
                <Form layout="vertical">
                  <Form.Item label={word('people.hiddenMenus')} htmlFor="hidden-menus">
                    <ManySelect
                      id="hidden-menus"
                      disabled={isOwn}
                      showSearch={byLabel}
                      value={[...hidden]}
                      onChange={setHidden}
                      options={leavesIn(shown.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
                    />
                  </Form.Item>
                </Form>
              </>
            ),
          },
          {
            key: 'data',
            label: word('people.tabData'),
            children: (
              <>
                {role.reach === 'chosen' && <ChosenDepts value={depts} onChange={setDepts} />}
                <ScopeRules role={role} isOwn={isOwn} />
              </>
            ),
          },
          { key: 'apis', label: word('people.tabApis'), children: <ApiScopeTree chosen={apis} isOwn={isOwn} onChoose={setApis} /> },
        ]}
      />
      <div className="eam-form-foot">
        <span className="eam-hint">{word('people.rightsCount', { count: chosen.length })}</span>
        <Button onClick={onCancel}>{word('common.cancel')}</Button>
        <Button type="primary" disabled={isOwn || !isDirty} loading={save.isPending} onClick={() => void send()} title={say(grantRoles)}>
          {word('common.save')}
        </Button>
      </div>
    </>
  )
}

function ChosenDepts({
  value,
  onChange,
}: {
  readonly value: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}): ReactNode {
  const { word } = useWords()
  return (
    <Form layout="vertical">
      <Form.Item label={word('people.chosenDepts')}>
        <FieldInput
          field={grantRoles.input.dataScopeIds}
          value={[...value]}
          onChange={(next: unknown) => onChange(Array.isArray(next) ? (next as string[]) : [])}
        />
      </Form.Item>
    </Form>
  )
}
