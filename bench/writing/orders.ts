// What is ordered to compare texts: thin, as people write it into a form. Half are a topic alone. Nothing is tuned on them.
import { englishOrders } from './english-orders.ts'
import { koreanOrders } from './korean-orders.ts'

export const orders = [...koreanOrders, ...englishOrders]
