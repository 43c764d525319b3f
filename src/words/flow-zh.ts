/** Words of the pages about approvals. */
export const flowZh = {
  'flow.nothing': '没有审批单',
} as const
