/** An expression of the language that ProgPrompt and Code as Policies write their programs in. */
export type Expression =
  | { readonly type: 'literal'; readonly value: string | number | boolean | null }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'list'; readonly items: readonly Expression[] }
  | { readonly type: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly type: 'not' | 'negative'; readonly of: Expression }
  | {
      readonly type: 'binary'
      readonly operator: string
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly type: 'index'; readonly of: Expression; readonly key: Expression }
  | {
      readonly type: 'call'
      readonly on: Expression | null
      readonly name: string
      readonly args: readonly ProgramArgument[]
    }

export interface ProgramArgument {
  readonly key: string | null
  readonly value: Expression
}

export type Block = readonly Statement[]

export type Statement =
  | { readonly type: 'assign'; readonly name: string; readonly value: Expression }
  | { readonly type: 'do'; readonly what: Expression }
  | {
      readonly type: 'if'
      readonly test: Expression
      readonly then: Block
      readonly otherwise: Block
    }
  | { readonly type: 'while'; readonly test: Expression; readonly body: Block }
  | { readonly type: 'for'; readonly name: string; readonly over: Expression; readonly body: Block }
  | {
      readonly type: 'assert'
      readonly test: Expression
      readonly message: Expression | null
      /** ProgPrompt's recovery: what to do instead of stopping. */
      readonly recovery: Block | null
    }
  | {
      readonly type: 'define'
      readonly name: string
      readonly parameters: readonly string[]
      readonly body: Block
    }
  | { readonly type: 'return' | 'break' | 'continue' | 'pass' }
