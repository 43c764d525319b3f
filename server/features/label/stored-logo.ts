import { labelTemplate } from '#contract/entities/label/label-template.ts'
import type { Query } from '#server/db/query.ts'

/** Reads where a logo is stored: an unused one that the person uploaded, or the template's own. */
export const storedLogo = (tenantId: string, id: string, by: { userId: string; templateId: string }): Query => ({
  text: `select sha256, file_type as "fileType", file_size as "fileSize" from file where tenant_id = $1 and id = $2::uuid
    and (of_id is null and created_by = $3 or of_entity = $4 and of_id = $5)`,
  values: [tenantId, id, by.userId, labelTemplate.name, by.templateId],
})
