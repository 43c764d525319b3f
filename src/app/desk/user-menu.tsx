import { IdcardOutlined, KeyOutlined, LogoutOutlined, SwapOutlined, UserOutlined } from '@ant-design/icons'
import { App, Avatar, Button, Dropdown } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { roleTexts } from '#contract/kit/access/role-names.ts'
import { signOut, useSession } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { useKeysDialog } from './keys-dialog.tsx'
import { RoleSwitch } from './session/role-switch.tsx'
import { TenantSwitch } from './session/tenant-switch.tsx'
import { useUnsavedGuard } from './tabs/unsaved-guard.ts'

/** The person: name, role and organisation, my information, and signing out. */
export function UserMenu({ isSmall }: { readonly isSmall: boolean }): ReactNode {
  const { word, language } = useWords()
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const guarded = useUnsavedGuard()
  const person = useSession((state) => state.person)
  const [isSwitching, setSwitching] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const keys = useKeysDialog()
  if (!person) return null
  const ask = (): void => {
    modal.confirm({
      title: word('signOut.title'),
      content: word('signOut.ask'),
      okText: word('common.confirm'),
      cancelText: word('common.cancel'),
      // The next person starts on the home page, not on this person's last page.
      onOk: async () => {
        await navigate('/', { replace: true })
        await signOut()
      },
    })
  }
  const mayGo = person.belongTenant.length > 1
  const organisation = word('user.organisation')
  const facts = [
    [word('user.name'), person.realName],
    [word('user.role'), person.roleName && roleTexts(person.roleName, language)],
    [organisation, person.tenantName],
    [word('user.dept'), person.deptName],
  ].filter(([, value]) => value)
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        popupRender={(menu) => (
          <div className="eam-who-popup">
            <dl className="eam-who">
              {facts.map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    {label === organisation && mayGo ? (
                      <Button type="link" size="small" onClick={() => guarded(undefined, () => setSwitching(true))}>
                        {value}
                      </Button>
                    ) : (
                      value
                    )}
                  </dd>
                </div>
              ))}
            </dl>
            {menu}
          </div>
        )}
        menu={{
          items: [
            ...(mayGo ? [{ key: 'switch', icon: <SwapOutlined />, label: word('user.switch') }] : []),
            ...(person.heldRoles.length > 1 ? [{ key: 'role', icon: <IdcardOutlined />, label: word('role.title') }] : []),
            { key: 'info', icon: <UserOutlined />, label: word('user.info') },
            { key: 'keys', icon: <KeyOutlined />, label: word('keys.title') },
            { key: 'out', icon: <LogoutOutlined />, label: word('common.signOut') },
          ],
          onClick: ({ key }) => {
            if (key === 'info') void navigate('/info/index')
            else if (key === 'keys') keys.show()
            else guarded(undefined, key === 'switch' ? () => setSwitching(true) : key === 'role' ? () => setChoosing(true) : ask)
          },
        }}
      >
        <Button type="text" className="eam-me" aria-label={word('user.menu', { name: person.realName })}>
          <Avatar size={28} src={person.avatar} icon={<UserOutlined />} alt="" />
          {!isSmall && <span>{person.realName}</span>}
        </Button>
      </Dropdown>
      {keys.node}
      {isChoosing && <RoleSwitch onClose={() => setChoosing(false)} />}
      <TenantSwitch isOpen={isSwitching} onClose={() => setSwitching(false)} />
    </>
  )
}
