import { type BinaryOperationNode, OperatorNode, PostgresQueryCompiler, PrimitiveValueListNode, SqliteQueryCompiler } from 'kysely';

/**
 * A list with more values becomes one parameter. SQLite accepts 32 766 parameters and PostgreSQL 65 535, and each length of a list would be a
 * statement of its own.
 */
const MOST = 200;

/** Returns the values of `x in (…)` and `x not in (…)` if there are too many for one parameter each. */
function longList({ operator, rightOperand }: BinaryOperationNode): readonly unknown[] | null {
  if (!OperatorNode.is(operator) || !/^(not )?in$/.test(operator.operator)) return null;
  return PrimitiveValueListNode.is(rightOperand) && rightOperand.values.length > MOST ? rightOperand.values : null;
}

export class SqliteLists extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const values = longList(node);
    if (!values) return super.visitBinaryOperation(node);
    this.visitNode(node.leftOperand);
    this.append(' ');
    this.visitNode(node.operator);
    this.append(' (select value from json_each(');
    this.appendValue(JSON.stringify(values));
    this.append('))');
  }
}

export class PostgresLists extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const values = longList(node);
    if (!values) return super.visitBinaryOperation(node);
    this.visitNode(node.leftOperand);
    this.append(' ');
    this.visitNode(node.operator);
    this.append(' (select unnest(');
    this.appendValue(values);
    this.append(values.every((value) => typeof value === 'number') ? '::bigint[]))' : '::text[]))');
  }
}
