entail: <stdin>, line 1, column 1: found "x", expected a cell: 1 to 9, A to P, or . or 0 for a blank
   ,-[<stdin>:1:1]
 1 | x
   : ^
   `----
entail: there is nothing to draw
