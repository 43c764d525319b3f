import { AuditOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { flowDefinition } from '#contract/entities/flow/flow-definition.ts'
import { flowInstance } from '#contract/entities/flow/flow-instance.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'

export const flowDesk: DeskModule = {
  name: 'flow',
  pages: [
    {
      path: '/flow/work',
      group: '/flow/work',
      Page: lazy(async () => ({ default: (await import('./work-page.tsx')).WorkPage })),
    },
    {
      path: '/flow/process-new',
      group: '/flow/process-new',
      Page: lazy(async () => ({ default: (await import('./instances-page.tsx')).InstancesPage })),
    },
    {
      path: '/flow/process-new/:id',
      group: '/flow/process-new',
      title: { zh: '审批单', en: 'Approval' },
      Page: lazy(async () => ({ default: (await import('./instance-page.tsx')).InstancePage })),
    },
    {
      path: '/eam/flow',
      group: '/eam/flow',
      Page: lazy(async () => ({ default: (await import('./binding-page.tsx')).BindingPage })),
    },
    {
      path: '/flow/definition',
      group: '/flow/definition',
      Page: lazy(async () => ({ default: (await import('./designer/definition-page.tsx')).DefinitionPage })),
    },
    {
      path: '/flow/absence',
      group: '/flow/absence',
      Page: lazy(async () => ({ default: (await import('./absence-page.tsx')).AbsencePage })),
    },
    {
      path: '/flow/definition/:id',
      group: '/flow/definition',
      title: { zh: '流程设计', en: 'Flow designer' },
      Page: lazy(async () => ({ default: (await import('./designer/designer-page.tsx')).DesignerPage })),
    },
  ],
  icons: { flow: AuditOutlined },
  search: [
    {
      of: flowInstance,
      about: ['approvalKind', 'instanceStatus', 'applicant'],
      list: '/flow/process-new',
      opens: (id) => `/flow/process-new/${id}`,
    },
    { of: flowDefinition, about: ['approvalKind', 'definitionStatus'], list: '/flow/definition', opens: (id) => `/flow/definition/${id}` },
  ],
  records: { flowInstance: '/flow/process-new', flowDefinition: '/flow/definition' },
}
