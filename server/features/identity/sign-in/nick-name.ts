import { isViewer, virtualNickName } from '#contract/roles.ts'

/** The nickname that pages are told: that of the virtual user for who only looks, not the own one; no other person gets that one. `role`: aliases with commas. */
export const nickNameOf = (role: string, own: string | null): string | null =>
  isViewer(role) ? virtualNickName : own === virtualNickName ? null : own
