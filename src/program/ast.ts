/** An expression of the Python subset; see `parse.ts`. */
export type Expression =
  | { readonly type: 'literal'; readonly value: string | number | boolean | null }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'list' | 'text'; readonly items: readonly Expression[] }
  | {
      readonly type: 'comprehension'
      readonly item: Expression
      readonly target: Expression
      readonly over: Expression
      readonly test: Expression | null
    }
  | { readonly type: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly type: 'not' | 'negative'; readonly of: Expression }
  | {
      readonly type: 'binary'
      readonly operator: string
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly type: 'choice'
      readonly test: Expression
      readonly value: Expression
      readonly otherwise: Expression
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

export interface Parameter {
  readonly name: string
  /** The default value; null for none. */
  readonly preset: Expression | null
}

export type Block = readonly Statement[]

export type Statement =
  /** The target is a name, an index, or a list of targets. */
  | { readonly type: 'assign'; readonly target: Expression; readonly value: Expression }
  | { readonly type: 'do'; readonly what: Expression }
  | {
      readonly type: 'if'
      readonly test: Expression
      readonly then: Block
      readonly otherwise: Block
    }
  | { readonly type: 'while'; readonly test: Expression; readonly body: Block }
  | {
      readonly type: 'for'
      readonly target: Expression
      readonly over: Expression
      readonly body: Block
    }
  | {
      readonly type: 'try'
      readonly body: Block
      /** Runs when the body raises an error; null when the error is passed on. */
      readonly handler: Block | null
      /** Runs when the body raises no error. */
      readonly otherwise: Block
      /** Runs in any case. */
      readonly last: Block
    }
  | { readonly type: 'raise' | 'return'; readonly value: Expression | null }
  | {
      readonly type: 'assert'
      readonly test: Expression
      readonly message: Expression | null
      /** ProgPrompt's recovery: runs when the test fails, instead of the error; null for none. */
      readonly recovery: Block | null
    }
  | {
      readonly type: 'define'
      readonly name: string
      readonly parameters: readonly Parameter[]
      readonly body: Block
    }
  | { readonly type: 'break' | 'continue' | 'pass' }
