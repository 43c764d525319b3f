/** Pixels of the device above another record, on a desk of usual width. */
export const deviceOfRecordHeight = 133
