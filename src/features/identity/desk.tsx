import { ApartmentOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { user } from '#contract/entities/identity/user.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'

export const identityDesk: DeskModule = {
  name: 'identity',
  pages: [
    {
      path: '/info/index',
      title: { zh: '个人信息', en: 'My profile' },
      Page: lazy(async () => ({ default: (await import('./people/person-page.tsx')).PersonPage })),
    },
    {
      path: '/system/registration',
      group: '/system/registration',
      Page: lazy(async () => ({ default: (await import('./people/registration-page.tsx')).RegistrationPage })),
    },
    {
      path: '/system/identity-provider',
      group: '/system/identity-provider',
      Page: lazy(async () => ({ default: (await import('./people/identity-provider-page.tsx')).IdentityProviderPage })),
    },
    {
      path: '/system/dept',
      group: '/system/dept',
      Page: lazy(async () => ({ default: (await import('./people/dept-page.tsx')).DeptPage })),
    },
    {
      path: '/system/user',
      group: '/system/user',
      Page: lazy(async () => ({ default: (await import('./people/user-page.tsx')).UserPage })),
    },
    {
      path: '/system/role',
      group: '/system/role',
      Page: lazy(async () => ({ default: (await import('./people/role-page.tsx')).RolePage })),
    },
  ],
  icons: { dept: ApartmentOutlined, user: UserOutlined, role: SafetyOutlined },
  search: [{ of: user, about: ['account', 'dept', 'role'], list: '/system/user', opens: (id) => `/system/user?open=${id}` }],
}
