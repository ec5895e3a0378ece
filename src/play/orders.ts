import { z } from 'zod'
import { ANSWER_ORDERS } from './answer-orders.ts'
import { BUILDING_ORDERS } from './building/building-orders.ts'
import { ITEM_ORDERS } from './item-orders.ts'
import { MOVING_ORDERS } from './moving-orders.ts'
import type { AnyOrder } from './order-spec.ts'

/**
 * All orders. Grammar, help and the reference are derived from this record. The first order whose form and words fit is
 * meant.
 */
export const ORDERS = {
  ...ANSWER_ORDERS,
  ...MOVING_ORDERS,
  ...BUILDING_ORDERS,
  ...ITEM_ORDERS,
} as const

export type OrderName = keyof typeof ORDERS

/** The arguments of an order by its name. */
export type OrderArgs<Name extends OrderName> = z.output<z.ZodObject<(typeof ORDERS)[Name]['args']>>

/** One order of a person. */
export type Order = {
  [Name in OrderName]: { readonly name: Name; readonly args: OrderArgs<Name> }
}[OrderName]

/** Names of the orders that are answered within a tick. */
export type AnswerName = {
  [Name in OrderName]: (typeof ORDERS)[Name]['manner'] extends 'answer' ? Name : never
}[OrderName]
/** Names of the orders that take time. */
export type TaskName = Exclude<OrderName, AnswerName>

/** An order that is answered within a tick. */
export type AnswerOrder = Extract<Order, { name: AnswerName }>
/** An order that takes time. */
export type TaskOrder = Extract<Order, { name: TaskName }>

/** Whether an order is answered within a tick. */
export function isAnswer(order: Order): order is AnswerOrder {
  return ORDERS[order.name].manner === 'answer'
}

/** The record of an order's name. */
export function orderSpec(name: OrderName): AnyOrder {
  return ORDERS[name]
}

export const ORDER_NAMES = Object.keys(ORDERS) as OrderName[]

/** The order for people, as after "I will". */
export function orderTitle({ name, args }: Order): string {
  return orderSpec(name).title(args as never)
}

/** An order that was written to a file; null for a damaged one. */
export function parseOrder(value: unknown): Order | null {
  const outer = z.object({ name: z.enum(ORDER_NAMES), args: z.unknown() }).safeParse(value)
  if (!outer.success) return null
  const args = z.object(orderSpec(outer.data.name).args).safeParse(outer.data.args)
  return args.success ? ({ name: outer.data.name, args: args.data } as Order) : null
}
