import { ApartmentOutlined, FormOutlined, SafetyOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { homeWarnings } from '#contract/calls/home.ts'
import { user } from '#contract/entities/platform/user.ts'
import type { DeskArea } from '#src/kit/desk-area.ts'

const Jobs = lazy(async () => ({ default: (await import('./jobs-page.tsx')).JobsPage }))
const Notices = lazy(async () => ({ default: (await import('./notice-page.tsx')).NoticePage }))

export const platformDesk: DeskArea = {
  name: 'platform',
  pages: [
    {
      path: '/info/index',
      title: { zh: '个人信息', en: 'My profile' },
      Page: lazy(async () => ({ default: (await import('./person-page.tsx')).PersonPage })),
    },
    { path: '/jobs', title: { zh: '后台任务', en: 'Background tasks' }, Page: Jobs },
    { path: '/jobs/:id', title: { zh: '后台任务', en: 'Background tasks' }, Page: Jobs },
    {
      path: '/notice/announcement/:id',
      title: { zh: '通知公告', en: 'Announcement' },
      Page: lazy(async () => ({ default: (await import('./announcement-reading.tsx')).AnnouncementReading })),
    },
    {
      path: '/desk/notice',
      group: '/desk/notice',
      Page: lazy(async () => ({ default: (await import('./announcement-page.tsx')).AnnouncementPage })),
    },
    {
      path: '/system/region',
      group: '/system/region',
      Page: lazy(async () => ({ default: (await import('./region-page.tsx')).RegionPage })),
    },
    {
      path: '/system/registration',
      group: '/system/registration',
      Page: lazy(async () => ({ default: (await import('./registration-page.tsx')).RegistrationPage })),
    },
    {
      path: '/system/client',
      group: '/system/client',
      Page: lazy(async () => ({ default: (await import('./client-page.tsx')).ClientPage })),
    },
    {
      path: '/resource/oss',
      group: '/resource/oss',
      Page: lazy(async () => ({ default: (await import('./oss-page.tsx')).OssPage })),
    },
    {
      path: '/system/identity-provider',
      group: '/system/identity-provider',
      Page: lazy(async () => ({ default: (await import('./identity-provider-page.tsx')).IdentityProviderPage })),
    },
    {
      path: '/resource/sms',
      group: '/resource/sms',
      Page: lazy(async () => ({ default: (await import('./sms-page.tsx')).SmsPage })),
    },
    {
      path: '/resource/notice-channel',
      group: '/resource/notice-channel',
      Page: lazy(async () => ({ default: (await import('./notice-channel-page.tsx')).NoticeChannelPage })),
    },
    {
      path: '/system/log',
      group: '/system/log',
      Page: lazy(async () => ({ default: (await import('./log-page.tsx')).LogPage })),
    },
    {
      path: '/system/access-review',
      group: '/system/access-review',
      Page: lazy(async () => ({ default: (await import('./access-page.tsx')).AccessPage })),
    },
    {
      path: '/tool/code',
      group: '/tool/code',
      Page: lazy(async () => ({ default: (await import('./code-page.tsx')).CodePage })),
    },
    { path: '/notice/task', title: { zh: '消息', en: 'Notices' }, Page: Notices },
    { path: '/notice/task/index', title: { zh: '消息', en: 'Notices' }, Page: Notices },
    {
      path: '/system/dept',
      group: '/system/dept',
      Page: lazy(async () => ({ default: (await import('./dept-page.tsx')).DeptPage })),
    },
    {
      path: '/system/user',
      group: '/system/user',
      Page: lazy(async () => ({ default: (await import('./user-page.tsx')).UserPage })),
    },
    {
      path: '/system/role',
      group: '/system/role',
      Page: lazy(async () => ({ default: (await import('./role-page.tsx')).RolePage })),
    },
    {
      path: '/system/hospital',
      group: '/system/hospital',
      Page: lazy(async () => ({ default: (await import('./hospital-page.tsx')).HospitalPage })),
    },
    {
      path: '/system/tenant-package',
      group: '/system/tenant-package',
      Page: lazy(async () => ({ default: (await import('./tenant-package-page.tsx')).TenantPackagePage })),
    },
    {
      path: '/system/top-menu',
      group: '/system/top-menu',
      Page: lazy(async () => ({ default: (await import('./top-menu-page.tsx')).TopMenuPage })),
    },
    {
      path: '/system/dict',
      group: '/system/dict',
      Page: lazy(async () => ({ default: (await import('./dictionary-page.tsx')).SystemDictionaryPage })),
    },
    {
      path: '/system/dictbiz',
      group: '/system/dictbiz',
      Page: lazy(async () => ({ default: (await import('./dictionary-page.tsx')).BusinessDictionaryPage })),
    },
    {
      path: '/system/field-config',
      group: '/system/field-config',
      Page: lazy(async () => ({ default: (await import('./field-config-page.tsx')).FieldConfigPage })),
    },
  ],
  panels: [
    {
      name: 'platform.totals',
      zh: '平台概况',
      en: 'Platform at a glance',
      order: 100,
      columns: 12,
      shows: 'totals',
      needs: ['hospital.list'],
      in: 'platform',
      Panel: lazy(async () => ({ default: (await import('./platform-figures.tsx')).PlatformTotals })),
    },
    {
      name: 'platform.hospitals',
      zh: '各机构',
      en: 'Organisations',
      order: 300,
      columns: 8,
      shows: 'long',
      needs: ['hospital.list'],
      in: 'platform',
      Panel: lazy(async () => ({ default: (await import('./platform-figures.tsx')).HospitalTable })),
    },
    {
      name: 'platform.errors',
      zh: '今日页面错误',
      en: 'Page errors today',
      order: 310,
      columns: 12,
      shows: 'long',
      needs: ['hospital.list'],
      in: 'platform',
      Panel: lazy(async () => ({ default: (await import('./platform-figures.tsx')).ErrorsToday })),
    },
    {
      name: 'platform.rights',
      zh: '权限变更',
      en: 'Permission changes',
      order: 380,
      columns: 6,
      shows: 'long',
      counts: { of: homeWarnings, code: 'platform.rights' },
      needs: ['accessLog.list'],
      leadsWithout: ['device.submit'],
      in: 'all',
      Panel: lazy(async () => ({ default: (await import('./access-panel.tsx')).RightsPanel })),
    },
    {
      name: 'platform.exports',
      zh: '数据导出',
      en: 'Exports',
      order: 381,
      columns: 6,
      shows: 'long',
      counts: { of: homeWarnings, code: 'platform.exports' },
      needs: ['accessLog.list'],
      leadsWithout: ['device.submit'],
      in: 'all',
      Panel: lazy(async () => ({ default: (await import('./access-panel.tsx')).ExportsPanel })),
    },
  ],
  icons: { setting: SettingOutlined, dept: ApartmentOutlined, user: UserOutlined, role: SafetyOutlined, field: FormOutlined },
  search: [{ of: user, about: ['account', 'dept', 'role'], list: '/system/user', opens: (id) => `/system/user?open=${id}` }],
  records: { announcement: '/notice/announcement', backgroundJob: '/jobs' },
}
