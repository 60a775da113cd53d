// The orders of the comparison: short, as users write them into a form. Half are a topic alone. No prompt is tuned on
// them.
import { englishOrders } from './english-orders.ts'
import { koreanOrders } from './korean-orders.ts'

export const orders = [...koreanOrders, ...englishOrders]
