import { machine } from '../../../kit/entity/machine.ts'
import { invoiceSteps } from '../../supply/invoices/invoice-shape.ts'
import { serviceInvoice } from './service-invoice.ts'

/** From the draft to the payment. */
export const invoicing = machine(
  serviceInvoice,
  'invoiceState',
  invoiceSteps('serviceInvoice.submit', 'serviceInvoice.submit', 'serviceInvoice.approve'),
)
